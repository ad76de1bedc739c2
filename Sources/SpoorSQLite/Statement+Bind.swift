import CSQLite

extension Statement {
    /// Binds an integer to the parameter at `index`, counted from 1.
    public func bind(_ value: Int64, at index: Int) throws(SQLiteError) {
        try self.check(sqlite3_bind_int64(self.handle, Int32(index), value))
    }

    /// Binds a double to the parameter at `index`, counted from 1.
    public func bind(_ value: Double, at index: Int) throws(SQLiteError) {
        try self.check(sqlite3_bind_double(self.handle, Int32(index), value))
    }

    /// Binds a copy of a text to the parameter at `index`, counted from 1.
    public func bind(_ value: String, at index: Int) throws(SQLiteError) {
        var value = value
        let code = value.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) { text in
                // An empty Swift string may have no address, which SQLite would take for null.
                guard let base = text.baseAddress else { return spoor_bind_text(self.handle, Int32(index), "", 0) }
                return spoor_bind_text(self.handle, Int32(index), base, Int32(clamping: text.count))
            }
        }
        try self.check(code)
    }

    /// Binds a copy of some bytes to the parameter at `index`, counted from 1.
    public func bind(_ bytes: UnsafeRawBufferPointer, at index: Int) throws(SQLiteError) {
        guard let base = bytes.baseAddress, !bytes.isEmpty else {
            return try self.check(sqlite3_bind_zeroblob(self.handle, Int32(index), 0))
        }
        try self.check(spoor_bind_blob(self.handle, Int32(index), base, Int32(clamping: bytes.count)))
    }

    /// Binds bytes without copying them; they must stay in place until the statement is reset and bound anew.
    public func bind(borrowing bytes: UnsafeRawBufferPointer, at index: Int) throws(SQLiteError) {
        guard let base = bytes.baseAddress, !bytes.isEmpty else {
            return try self.check(sqlite3_bind_zeroblob(self.handle, Int32(index), 0))
        }
        try self.check(spoor_bind_blob_borrowed(self.handle, Int32(index), base, Int32(clamping: bytes.count)))
    }

    /// Binds null to the parameter at `index`, counted from 1.
    public func bindNull(at index: Int) throws(SQLiteError) {
        try self.check(sqlite3_bind_null(self.handle, Int32(index)))
    }

    /// Binds a value of any kind to the parameter at `index`, counted from 1.
    public func bind(_ value: SQLiteValue, at index: Int) throws(SQLiteError) {
        switch value {
        case .null: try self.bindNull(at: index)
        case .integer(let integer): try self.bind(integer, at: index)
        case .real(let real): try self.bind(real, at: index)
        case .text(let text): try self.bind(text, at: index)
        case .blob(let bytes):
            let code = bytes.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress, !bytes.isEmpty else {
                    return sqlite3_bind_zeroblob(self.handle, Int32(index), 0)
                }
                return spoor_bind_blob(self.handle, Int32(index), base, Int32(clamping: bytes.count))
            }
            try self.check(code)
        }
    }

    /// Binds values to the parameters from the first on.
    public func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
        for (offset, value) in values.enumerated() { try self.bind(value, at: offset + 1) }
    }
}

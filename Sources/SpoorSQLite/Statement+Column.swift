import CSQLite

extension Statement {
    /// Whether the column at `index`, counted from 0, is null.
    public func isNull(at index: Int) -> Bool {
        sqlite3_column_type(self.handle, Int32(index)) == SQLITE_NULL
    }

    /// The column at `index`, counted from 0, as an integer; 0 for null.
    public func integer(at index: Int) -> Int64 {
        sqlite3_column_int64(self.handle, Int32(index))
    }

    /// The column at `index`, counted from 0, as a double; 0 for null.
    public func real(at index: Int) -> Double {
        sqlite3_column_double(self.handle, Int32(index))
    }

    /// The column at `index`, counted from 0, as text; empty for null, damaged UTF-8 repaired.
    public func text(at index: Int) -> String {
        String(decoding: self.borrowedText(at: index), as: UTF8.self)
    }

    /// The UTF-8 bytes of a text column without a copy; valid until the next step or reset.
    public func borrowedText(at index: Int) -> UnsafeRawBufferPointer {
        guard let base = sqlite3_column_text(self.handle, Int32(index)) else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return UnsafeRawBufferPointer(start: base, count: Int(sqlite3_column_bytes(self.handle, Int32(index))))
    }

    /// The bytes of a blob column without a copy; valid until the next step or reset.
    public func borrowedBlob(at index: Int) -> UnsafeRawBufferPointer {
        let base = sqlite3_column_blob(self.handle, Int32(index))
        let count = base == nil ? 0 : Int(sqlite3_column_bytes(self.handle, Int32(index)))
        return UnsafeRawBufferPointer(start: base, count: count)
    }

    /// A copy of the bytes of a blob column.
    public func blob(at index: Int) -> [UInt8] {
        [UInt8](self.borrowedBlob(at: index))
    }

    /// The column at `index`, counted from 0, as it is stored.
    public func value(at index: Int) -> SQLiteValue {
        switch sqlite3_column_type(self.handle, Int32(index)) {
        case SQLITE_INTEGER: .integer(self.integer(at: index))
        case SQLITE_FLOAT: .real(self.real(at: index))
        case SQLITE_TEXT: .text(self.text(at: index))
        case SQLITE_BLOB: .blob(self.blob(at: index))
        default: .null
        }
    }
}

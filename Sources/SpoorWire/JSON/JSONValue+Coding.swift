extension JSONValue {
    /// Reads one JSON value; see ``JSONScanner`` for what is repaired.
    ///
    /// - Parameters:
    ///   - bytes: The JSON, with nothing but blanks around it.
    ///   - maxDepth: The levels of nesting that are followed.
    /// - Throws: ``JSONError`` for what is not valid JSON or nested deeper.
    public init(parsing bytes: UnsafeRawBufferPointer, maxDepth: Int = Limits.maxDepth) throws(JSONError) {
        var reader = JSONTreeReader(scanner: JSONScanner(bytes, maxDepth: maxDepth))
        reader.cursor.skipBlanks()
        self = try reader.read(depth: 0)
        reader.cursor.skipBlanks()
        guard reader.cursor.position == bytes.count else {
            throw JSONError(fault: .trailing, offset: reader.cursor.position)
        }
    }

    /// Reads one JSON value; see the form over a buffer.
    public init(parsing bytes: [UInt8], maxDepth: Int = Limits.maxDepth) throws(JSONError) {
        self = try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
            try JSONValue(parsing: UnsafeRawBufferPointer(buffer), maxDepth: maxDepth)
        }
    }

    /// Reads one JSON value; see the form over a buffer.
    public init(parsing text: String, maxDepth: Int = Limits.maxDepth) throws(JSONError) {
        self = try JSONValue(parsing: Array(text.utf8), maxDepth: maxDepth)
    }

    /// Writes the value as compact JSON; numbers keep their digits.
    public func write(to writer: inout ByteWriter) {
        switch self {
        case .null: writer.append("null")
        case .bool(let flag): writer.append(json: flag)
        case .number(let digits): writer.append(utf8: digits)
        case .string(let text): writer.append(jsonString: text)
        case .array(let elements):
            writer.append(byte: UInt8(ascii: "["))
            for index in elements.indices {
                if index > 0 { writer.append(byte: UInt8(ascii: ",")) }
                elements[index].write(to: &writer)
            }
            writer.append(byte: UInt8(ascii: "]"))
        case .object(let members):
            writer.append(byte: UInt8(ascii: "{"))
            for index in members.indices {
                if index > 0 { writer.append(byte: UInt8(ascii: ",")) }
                writer.append(jsonString: members[index].key)
                writer.append(byte: UInt8(ascii: ":"))
                members[index].value.write(to: &writer)
            }
            writer.append(byte: UInt8(ascii: "}"))
        }
    }

    /// The value as compact JSON text.
    public var jsonText: String {
        var writer = ByteWriter()
        self.write(to: &writer)
        return writer.text
    }
}

extension JSONScanner {
    /// The value of a slice as a tree; null for a slice that this scanner did not find.
    public func tree(of slice: Slice) -> JSONValue {
        var reader = JSONTreeReader(scanner: self, range: slice.range)
        return (try? reader.read(depth: 0)) ?? .null
    }
}

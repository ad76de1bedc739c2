extension JSONValue {
    /// Reads one JSON value; see ``JSONScanner`` for what is repaired.
    ///
    /// - Parameters:
    ///   - bytes: The JSON, with nothing but blanks around it.
    ///   - maxDepth: The levels of nesting that are followed.
    /// - Throws: ``JSONError`` for what is not valid JSON or nested deeper.
    public init(parsing bytes: UnsafeRawBufferPointer, maxDepth: Int = Limits.maxDepth) throws(JSONError) {
        let scanner = JSONScanner(bytes, maxDepth: maxDepth)
        self = scanner.tree(of: try scanner.value())
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
    /// The value of a slice as a tree.
    public func tree(of slice: Slice) -> JSONValue {
        switch slice.kind {
        case .null: return .null
        case .true: return .bool(true)
        case .false: return .bool(false)
        case .number: return .number(String(decoding: self.raw(slice.range), as: UTF8.self))
        case .string: return .string(self.string(slice) ?? "")
        case .array:
            var elements: [JSONValue] = []
            var values = self.values(of: slice)
            while let value = values.next() { elements.append(self.tree(of: value)) }
            return .array(elements)
        case .object:
            var result: [JSONValue.Member] = []
            var members = self.members(of: slice)
            while let member = members.next() {
                result.append((self.text(ofKey: member), self.tree(of: member.value)))
            }
            return .object(result)
        }
    }
}

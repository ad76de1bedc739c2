/// Builds a tree of values in one pass over the bytes.
struct JSONTreeReader {
    let scanner: JSONScanner
    var cursor: JSONCursor

    init(scanner: JSONScanner, range: Range<Int>? = nil) {
        self.scanner = scanner
        self.cursor = JSONCursor(scanner, range: range)
    }

    /// The value at the position, which moves behind it.
    mutating func read(depth: Int) throws(JSONError) -> JSONValue {
        switch self.cursor.current {
        case UInt8(ascii: "{"):
            return .object(try self.readMembers(depth: depth))
        case UInt8(ascii: "["):
            return .array(try self.readElements(depth: depth))
        case UInt8(ascii: "\""):
            return .string(try self.readText())
        default:
            let slice = try self.cursor.skipValue(depth: depth)
            switch slice.kind {
            case .true: return .bool(true)
            case .false: return .bool(false)
            case .number: return .number(String(decoding: self.scanner.raw(slice.range), as: UTF8.self))
            default: return .null
            }
        }
    }

    private mutating func readText() throws(JSONError) -> String {
        let start = self.cursor.position + 1
        let hasEscapes = try self.cursor.skipString()
        return self.scanner.text(between: start..<self.cursor.position - 1, hasEscapes: hasEscapes)
    }

    private mutating func readMembers(depth: Int) throws(JSONError) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        guard try self.open(closing: UInt8(ascii: "}"), depth: depth) else { return members }
        repeat {
            self.cursor.skipBlanks()
            guard self.cursor.current == UInt8(ascii: "\"") else { throw self.cursor.fault() }
            let key = try self.readText()
            self.cursor.skipBlanks()
            guard self.cursor.current == UInt8(ascii: ":") else { throw self.cursor.fault() }
            self.cursor.position += 1
            self.cursor.skipBlanks()
            members.append((key, try self.read(depth: depth + 1)))
        } while try self.goesOn(closing: UInt8(ascii: "}"))
        return members
    }

    private mutating func readElements(depth: Int) throws(JSONError) -> [JSONValue] {
        var elements: [JSONValue] = []
        guard try self.open(closing: UInt8(ascii: "]"), depth: depth) else { return elements }
        repeat {
            self.cursor.skipBlanks()
            elements.append(try self.read(depth: depth + 1))
        } while try self.goesOn(closing: UInt8(ascii: "]"))
        return elements
    }

    /// Moves behind the opening bracket; false when the closing one follows at once.
    private mutating func open(closing: UInt8, depth: Int) throws(JSONError) -> Bool {
        guard depth < self.cursor.maxDepth else {
            throw JSONError(fault: .tooDeep, offset: self.cursor.position)
        }
        self.cursor.position += 1
        self.cursor.skipBlanks()
        guard self.cursor.current == closing else { return true }
        self.cursor.position += 1
        return false
    }

    /// Moves behind the comma or the closing bracket; false for the latter.
    private mutating func goesOn(closing: UInt8) throws(JSONError) -> Bool {
        self.cursor.skipBlanks()
        let byte = self.cursor.current
        guard byte == UInt8(ascii: ",") || byte == closing else { throw self.cursor.fault() }
        self.cursor.position += 1
        return byte != closing
    }
}

/// Reads comma-separated text (RFC 4180): quoted fields may hold commas, line breaks and doubled quotes.
struct CSVReader {
    /// One row and the line on which it begins, from 1.
    struct Row: Equatable {
        var line: Int
        var fields: [String]
    }

    /// All rows that are not blank.
    ///
    /// - Throws: ``CommandFailure`` naming the line of a quote that never ends.
    static func rows(_ bytes: [UInt8]) throws(CommandFailure) -> [Row] {
        var reader = CSVReader(bytes: bytes)
        var rows: [Row] = []
        while let row = try reader.next() {
            if row.fields != [""] { rows.append(row) }
        }
        return rows
    }

    private let bytes: [UInt8]
    private var position: Int
    private var line = 1

    private init(bytes: [UInt8]) {
        self.bytes = bytes
        // A byte order mark is no part of the first heading.
        self.position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    private mutating func next() throws(CommandFailure) -> Row? {
        guard self.position < self.bytes.count else { return nil }
        let start = self.line
        var fields: [String] = []
        while true {
            fields.append(try self.field())
            guard self.position < self.bytes.count else { break }
            let separator = self.bytes[self.position]
            self.position += 1
            if separator == UInt8(ascii: ",") { continue }
            self.line += 1
            break
        }
        return Row(line: start, fields: fields)
    }

    /// Reads up to a comma or a line feed, which stays.
    private mutating func field() throws(CommandFailure) -> String {
        guard self.position < self.bytes.count, self.bytes[self.position] == UInt8(ascii: "\"") else {
            let rest = self.bytes[self.position...]
            let end = rest.firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\n") } ?? self.bytes.count
            defer { self.position = end }
            let hasReturn = end > self.position && self.bytes[end - 1] == UInt8(ascii: "\r")
            return String(decoding: self.bytes[self.position..<(hasReturn ? end - 1 : end)], as: UTF8.self)
        }
        return try self.quoted()
    }

    private mutating func quoted() throws(CommandFailure) -> String {
        let start = self.line
        var text: [UInt8] = []
        self.position += 1
        while self.position < self.bytes.count {
            let byte = self.bytes[self.position]
            self.position += 1
            if byte == UInt8(ascii: "\n") { self.line += 1 }
            guard byte == UInt8(ascii: "\"") else {
                text.append(byte)
                continue
            }
            guard self.position < self.bytes.count, self.bytes[self.position] == UInt8(ascii: "\"") else {
                let rest = self.bytes[self.position...]
                self.position =
                    rest.firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\n") }
                    ?? self.bytes.count
                return String(decoding: text, as: UTF8.self)
            }
            text.append(byte)
            self.position += 1
        }
        throw CommandFailure("Line \(start): a quote begins here and never ends. Close it, or double quotes inside it.")
    }
}

/// The parameters after `?` in a request target, percent-decoded.
public struct HTTPQuery: Equatable, Sendable {
    /// One parameter.
    public struct Item: Equatable, Sendable {
        /// The parameter's name.
        public let name: String
        /// Its value; empty when there is no `=`.
        public let value: String
    }

    /// All parameters in order.
    public let items: [Item]
    /// Names of parameters whose percent-encoding is broken; they are left out of ``items``.
    public let malformed: [String]

    /// Parses the text after `?`.
    public init(parsing text: some StringProtocol) {
        var items: [Item] = []
        var malformed: [String] = []
        for part in text.utf8.split(separator: UInt8(ascii: "&")) {
            let separator = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            let rawValue = separator == part.endIndex ? part[separator...] : part[part.index(after: separator)...]
            let name = PercentEncoding.decode(part[..<separator])
            guard let name, let value = PercentEncoding.decode(rawValue) else {
                malformed.append(name ?? String(decoding: part[..<separator], as: UTF8.self))
                continue
            }
            items.append(Item(name: name, value: value))
        }
        self.items = items
        self.malformed = malformed
    }

    /// The first value of that name.
    public subscript(name: String) -> String? {
        self.items.first { $0.name == name }?.value
    }

    /// All values of that name.
    public func all(_ name: String) -> [String] {
        self.items.filter { $0.name == name }.map(\.value)
    }
}

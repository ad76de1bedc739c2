/// Header fields in the order they came; names are compared without regard to case.
public struct HTTPHeaders: Equatable, Sendable, ExpressibleByDictionaryLiteral {
    /// One field.
    public struct Field: Equatable, Sendable {
        /// The field's name.
        public let name: String
        /// Its value.
        public let value: String
    }

    /// All fields.
    public private(set) var fields: [Field] = []

    /// Creates an empty list.
    public init() {}

    /// Creates a list of fields.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.fields = elements.map { Field(name: $0.0, value: $0.1) }
    }

    /// Appends a field, also when there is one of that name.
    public mutating func append(_ name: String, _ value: String) {
        self.fields.append(Field(name: name, value: value))
    }

    /// The first value of that name; assigning replaces all of that name.
    public subscript(name: String) -> String? {
        get { self.fields.first { Self.areEqual($0.name, name) }?.value }
        set {
            self.fields.removeAll { Self.areEqual($0.name, name) }
            if let newValue { self.append(name, newValue) }
        }
    }

    private static func areEqual(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count
            && zip(left.utf8, right.utf8).allSatisfy { Self.lowercased($0) == Self.lowercased($1) }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }
}

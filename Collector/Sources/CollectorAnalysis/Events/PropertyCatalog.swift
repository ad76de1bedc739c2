public import CollectorCore

/// Lists the properties that recent events carry, with their types and some values.
///
/// Properties that came with more than one type are marked: the events are kept, and whoever looks at them should know
/// (bug case O-37).
public struct PropertyCatalog: Sendable {
    /// What recent events tell of one property.
    public struct Property: Equatable, Sendable {
        /// The exact name.
        public let name: String
        /// The number of examined events that carry it.
        public let count: Int
        /// The types it came with and how often, the most frequent first.
        public let types: [(name: String, count: Int)]
        /// Some values, the most frequent first.
        public let examples: [PropertyText]

        /// Whether it came with more than one type.
        public var hasClash: Bool { self.types.count > 1 }

        /// Compares all parts.
        public static func == (left: Property, right: Property) -> Bool {
            left.name == right.name && left.count == right.count && left.examples == right.examples
                && left.types.elementsEqual(right.types, by: ==)
        }
    }

    /// What was found.
    public struct Result: Equatable, Sendable {
        /// The number of events examined.
        public let examined: Int
        /// The properties, the most frequent first.
        public let properties: [Property]
    }

    /// The number of events that are examined.
    public static let sample = 2000

    private static let day: Int64 = 86_400_000
    private static let valuesKept = 200

    private let source: any FactSource

    /// Creates a catalog over one project.
    public init(_ source: any FactSource) {
        self.source = source
    }

    /// Examines recent events of one name, or of all.
    ///
    /// - Throws: Whatever the store throws.
    public func run(event name: String?) throws -> Result {
        var names: Set<Int32>?
        if let name {
            guard let id = self.source.nameID(name) else { return Result(examined: 0, properties: []) }
            names = [id]
        }
        guard let span = try self.source.timeSpan() else { return Result(examined: 0, properties: []) }
        var examined = 0
        var found: [String: Tally] = [:]
        var end = span.upperBound + 1
        var width = PropertyCatalog.day
        // Backwards in growing steps: recent events first, and few steps over quiet years.
        while end > span.lowerBound, examined < PropertyCatalog.sample {
            let start = max(span.lowerBound, end - width)
            try self.source.forEachEvent(in: start..<end, names: names) { _, bytes in
                examined += 1
                for (name, value) in EventText(bytes).allProperties() where value != .absent {
                    found[name, default: Tally()].add(value)
                }
                return examined < PropertyCatalog.sample
            }
            end = start
            width *= 2
        }
        let properties = found.map { $1.property($0) }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
        return Result(examined: examined, properties: properties)
    }

    private struct Tally {
        private var count = 0
        private var types: [String: Int] = [:]
        private var values: [PropertyText: Int] = [:]

        mutating func add(_ value: PropertyText) {
            self.count += 1
            self.types[value.typeName, default: 0] += 1
            if self.values.count < PropertyCatalog.valuesKept || self.values[value] != nil {
                self.values[value, default: 0] += 1
            }
        }

        func property(_ name: String) -> Property {
            let types = self.types.map { (name: $0, count: $1) }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
            let values = self.values.sorted { ($1.value, $0.key.text) < ($0.value, $1.key.text) }
            return Property(name: name, count: self.count, types: types, examples: values.prefix(10).map(\.key))
        }
    }
}

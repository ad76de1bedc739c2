#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A property that was left out or changed, and why.
public struct PropertyProblem: Equatable, Sendable, CustomStringConvertible {
    /// The name of the property.
    public let key: String

    /// A sentence that says what is wrong and what to pass instead.
    public let reason: String

    /// Whether a part of the value is kept.
    public let isPartial: Bool

    /// Creates a problem with one property.
    public init(key: String, reason: String, isPartial: Bool = false) {
        self.key = key
        self.reason = reason
        self.isPartial = isPartial
    }

    /// The name and the reason, as a log line.
    public var description: String { "Property '\(Limits.shown(self.key))': \(self.reason)" }
}

/// The properties of an event, in the order they were given.
///
/// Write them as a dictionary literal of everyday values; see ``PropertyConvertible`` for what may stand in it. A value
/// that cannot be written costs that property alone and is listed in ``problems`` (bug cases O-01 and O-05). Kept in an
/// array, not in a hash table: events have few properties and are made far more often than they are searched.
public struct Properties: Equatable, Sendable {
    /// One property.
    public struct Entry: Equatable, Sendable {
        /// The name.
        public var key: String

        /// The value.
        public var value: PropertyValue

        /// Creates a property.
        public init(key: String, value: PropertyValue) {
            self.key = key
            self.value = value
        }
    }

    /// The properties that can be written; each key stands once.
    public internal(set) var entries: ContiguousArray<Entry> = []

    /// What was left out or changed on the way in.
    public internal(set) var problems: [PropertyProblem] = []

    /// Creates an empty set of properties.
    public init() {}

    /// Creates properties from entries whose keys all differ.
    init(entries: ContiguousArray<Entry>) { self.entries = entries }

    /// Creates properties from values of any type, sorted by key so that equal dictionaries are written alike.
    public init(_ values: [String: Any]) {
        self.entries.reserveCapacity(min(values.count, Limits.maxProperties))
        for (key, value) in values.prefix(Limits.maxProperties) {
            self.take(PropertyConversion(converting: value), forKey: key, isNewKey: true)
        }
        if values.count > Limits.maxProperties { self.noteTooMany(values.count - Limits.maxProperties) }
        self.entries.sort { Self.comesBefore($0.key, $1.key) }
        self.problems.sort { Self.comesBefore($0.key, $1.key) }
    }

    /// The number of properties.
    public var count: Int { self.entries.count }

    /// True when there is no property.
    public var isEmpty: Bool { self.entries.isEmpty }

    /// The value of a property; nil where there is none, and setting nil removes it.
    public subscript(key: String) -> PropertyValue? {
        get {
            guard let index = self.index(of: key) else { return nil }
            return self.entries[index].value
        }
        set {
            guard let newValue else {
                self.removeValue(forKey: key)
                return
            }
            self.take(newValue.propertyConversion, forKey: key, isNewKey: false)
        }
    }

    /// Converts `value` and sets it; a value that cannot be written leaves what was there and adds a problem.
    public mutating func set(_ value: (any PropertyConvertible)?, forKey key: String) {
        guard let value else { return }
        self.take(value.propertyConversion, forKey: key, isNewKey: false)
    }

    /// Removes a property, and gives what it was.
    @discardableResult
    public mutating func removeValue(forKey key: String) -> PropertyValue? {
        guard let index = self.index(of: key) else { return nil }
        return self.entries.remove(at: index).value
    }

    /// Lets go of the list of problems, once somebody was told.
    package mutating func forgetProblems() { self.problems = [] }

    /// Leaves out what is more than one event takes, and lists that in ``problems``.
    package mutating func limitCount() {
        guard self.entries.count > Limits.maxProperties else { return }
        self.noteTooMany(self.entries.count - Limits.maxProperties)
        self.entries.removeSubrange(Limits.maxProperties...)
    }

    /// Changes values where they stand.
    ///
    /// - Parameter change: gives another value, or nil for one that stays.
    package mutating func replaceValues(_ change: (Entry) -> PropertyValue?) {
        for index in self.entries.indices {
            if let value = change(self.entries[index]) { self.entries[index].value = value }
        }
    }

    /// Adds the properties and problems of `other`; where a key stands in both, `overriding` decides who wins.
    public mutating func merge(_ other: Properties, overriding: Bool) {
        self.problems.append(contentsOf: other.problems)
        self.entries.reserveCapacity(self.entries.count + other.entries.count)
        let places = KeyPlaces(self, toFind: other.entries.count)
        for entry in other.entries {
            if let index = places.map({ $0.index(of: entry.key, in: self) }) ?? self.index(of: entry.key) {
                if overriding { self.entries[index].value = entry.value }
            } else {
                self.entries.append(entry)
            }
        }
    }

    /// Removes the properties whose names `check` refuses, and lists them in ``problems``.
    ///
    /// Pass ``Naming/check(name:)``, ``Naming/checkOwnProperty(_:)`` or ``Naming/checkSharedProperty(_:)``.
    public mutating func removeNames(refusedBy check: (String) -> NameProblem?) {
        var refused: [PropertyProblem] = []
        for entry in self.entries {
            guard let problem = check(entry.key) else { continue }
            refused.append(PropertyProblem(key: entry.key, reason: problem.description))
        }
        guard !refused.isEmpty else { return }
        self.entries.removeAll { check($0.key) != nil }
        self.problems += refused
    }

    /// True when both hold the same properties and problems, in any order of the properties.
    public static func == (left: Properties, right: Properties) -> Bool {
        guard left.entries.count == right.entries.count, left.problems == right.problems else { return false }
        // Most are compared with a copy of themselves, whose order is the same.
        if zip(left.entries, right.entries).allSatisfy({ Self.isSame($0, $1) && $0.value == $1.value }) { return true }
        let places = KeyPlaces(right, toFind: left.entries.count)
        return left.entries.allSatisfy { entry in
            let index = places.map { $0.index(of: entry.key, in: right) } ?? right.index(of: entry.key)
            return index.map { right.entries[$0].value == entry.value } ?? false
        }
    }

    private static func isSame(_ first: Entry, _ second: Entry) -> Bool {
        first.key.utf8.count == second.key.utf8.count && self.isSame(first.key, second.key)
    }

    /// An order of keys; of those that are no names it is the order of their bytes, whose cost has a bound.
    private static func comesBefore(_ first: String, _ second: String) -> Bool {
        if first.utf8.count <= Limits.maxNameLength, second.utf8.count <= Limits.maxNameLength { return first < second }
        return first.utf8.lexicographicallyPrecedes(second.utf8)
    }

    @inline(__always)
    func index(of key: String) -> Int? {
        let length = key.utf8.count  // Nearly always tells two names apart, and is at hand.
        for index in self.entries.indices
        where self.entries[index].key.utf8.count == length && Self.isSame(self.entries[index].key, key) { return index }
        return nil
    }

    /// Whether two keys of one length are one; too long ones, which are refused later, are compared by their bytes.
    @inline(__always)
    private static func isSame(_ first: String, _ second: String) -> Bool {
        first.utf8.count <= Limits.maxNameLength ? first == second : self.haveSameBytes(first, second)
    }

    private static func haveSameBytes(_ first: String, _ second: String) -> Bool {
        let isSame = first.utf8.withContiguousStorageIfAvailable { first in
            second.utf8.withContiguousStorageIfAvailable { second in
                guard let one = first.baseAddress, let other = second.baseAddress else {
                    return first.count == second.count
                }
                return first.count == second.count && memcmp(one, other, first.count) == 0
            }
        }
        // A bridged string has no contiguous storage.
        return isSame.flatMap(\.self) ?? first.utf8.elementsEqual(second.utf8)
    }

    @inline(__always)
    mutating func take(_ conversion: PropertyConversion, forKey key: String, isNewKey: Bool) {
        switch conversion {
        case .value(let value):
            self.put(value, forKey: key, isNewKey: isNewKey)
        case .repaired(let value, let reason):
            self.problems.append(PropertyProblem(key: key, reason: reason, isPartial: true))
            self.put(value, forKey: key, isNewKey: isNewKey)
        case .absent:
            break
        case .unsupported(let reason):
            self.problems.append(PropertyProblem(key: key, reason: reason))
        }
    }

    @inline(__always)
    private mutating func put(_ value: PropertyValue, forKey key: String, isNewKey: Bool) {
        if !isNewKey, let index = self.index(of: key) {
            self.entries[index].value = value
        } else {
            self.entries.append(Entry(key: key, value: value))
        }
    }

    private mutating func noteTooMany(_ count: Int) {
        let reason = "An event takes \(Limits.maxProperties) properties of a call; \(count) others were left out."
        self.problems.append(PropertyProblem(key: "…", reason: reason))
    }
}

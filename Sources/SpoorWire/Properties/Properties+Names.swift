/// Names that differ in letter case alone are one name: receivers of the Sensors format know one column for them.
///
/// All of this is for keys that are names (see ``Naming``), and thus short and ASCII.
extension Properties {
    /// Whether a property has this name, letter case aside.
    package func hasName(_ name: String) -> Bool { self.index(ofName: name) != nil }

    /// Removes each property that has this name, letter case aside.
    ///
    /// - Parameter name: any text; only a name can be that of a property.
    package mutating func removeName(_ name: String) {
        guard self.hasName(name) else { return }
        self.entries.removeAll { Self.isSameName($0.key, name) }
    }

    /// Adds the properties and problems of `other`; where a name stands in both, letter case aside, `overriding` decides
    /// who wins, with its spelling.
    ///
    /// Of two spellings of one name in `other` the later one wins where `overriding`, else both are added.
    package mutating func mergeNames(_ other: Properties, overriding: Bool) {
        self.problems.append(contentsOf: other.problems)
        let count = self.entries.count
        var places = NamePlaces([self], toFind: other.entries.count)
        self.entries.reserveCapacity(count + other.entries.count)
        for entry in other.entries {
            let end = overriding ? self.entries.count : count
            let known =
                places.map { $0.place(of: entry.key) }
                ?? self.entries[..<end].firstIndex { Self.isSameName($0.key, entry.key) }
            if let known {
                if overriding { self.entries[known] = entry }
            } else {
                if overriding { places?.note(entry.key, at: self.entries.count) }
                self.entries.append(entry)
            }
        }
    }

    private func index(ofName name: String) -> Int? {
        self.entries.firstIndex { Self.isSameName($0.key, name) }
    }

    @inline(__always)
    private static func isSameName(_ first: String, _ second: String) -> Bool {
        // The length tells nearly all of them apart, and is at hand.
        first.utf8.count == second.utf8.count && self.haveSameLetters(first, second)
    }

    private static func haveSameLetters(_ first: String, _ second: String) -> Bool {
        let isSame = first.utf8.withContiguousStorageIfAvailable { first in
            second.utf8.withContiguousStorageIfAvailable { second in
                first.elementsEqual(second) { self.lower($0) == self.lower($1) }
            }
        }
        // A bridged string has no contiguous storage.
        return isSame.flatMap(\.self) ?? first.utf8.elementsEqual(second.utf8) { self.lower($0) == self.lower($1) }
    }

    @inline(__always)
    private static func lower(_ byte: UInt8) -> UInt8 {
        byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }
}

import SpoorWire

/// A stored event, read in place as far as a query needs it.
struct EventText {
    private let scanner: JSONScanner
    private var properties: JSONScanner.Slice?
    private var lib: JSONScanner.Slice?

    /// Finds the parts that hold properties; the bytes must outlive the value.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.scanner = JSONScanner(bytes)
        // The store keeps valid objects only; checking them again would cost as much as reading them.
        guard bytes.first == UInt8(ascii: "{") else { return }
        var members = self.scanner.members(of: JSONScanner.Slice(range: 0..<bytes.count, kind: .object))
        while let member = members.next() {
            if self.scanner.equals(member.key, "properties") { self.properties = member.value }
            if self.scanner.equals(member.key, "lib") { self.lib = member.value }
        }
    }

    /// The value of a property by its exact name: own and preset properties first, then those of `lib`.
    func property(_ name: String) -> PropertyText {
        for part in [self.properties, self.lib] {
            guard let part, let value = self.value(name, in: part) else { continue }
            return PropertyText(self.scanner.tree(of: value))
        }
        return .absent
    }

    /// The last member of that name, without making a text of the keys that are passed over.
    private func value(_ name: String, in part: JSONScanner.Slice) -> JSONScanner.Slice? {
        var members = self.scanner.members(of: part)
        var found: JSONScanner.Slice?
        while let member = members.next() {
            let isWanted =
                member.keyHasEscapes
                ? self.scanner.text(ofKey: member) == name
                : self.scanner.raw(member.key).elementsEqual(name.utf8)
            if isWanted { found = member.value }
        }
        return found
    }

    /// All properties, in the order in which they were sent.
    func allProperties() -> [(name: String, value: PropertyText)] {
        guard let properties = self.properties else { return [] }
        var result: [(name: String, value: PropertyText)] = []
        var members = self.scanner.members(of: properties)
        while let member = members.next() {
            result.append((self.scanner.text(ofKey: member), PropertyText(self.scanner.tree(of: member.value))))
        }
        return result
    }
}

import SpoorWire

/// A stored event, read in place as far as a query needs it.
struct EventText {
    private let scanner: JSONScanner
    private var properties: JSONScanner.Slice?
    private var lib: JSONScanner.Slice?

    /// Finds the parts that hold properties; the bytes must outlive the value.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.scanner = JSONScanner(bytes)
        guard let event = try? self.scanner.value() else { return }
        var members = self.scanner.members(of: event)
        while let member = members.next() {
            if self.scanner.equals(member.key, "properties") { self.properties = member.value }
            if self.scanner.equals(member.key, "lib") { self.lib = member.value }
        }
    }

    /// The value of a property by its exact name: own and preset properties first, then those of `lib`.
    func property(_ name: String) -> PropertyText {
        for part in [self.properties, self.lib] {
            guard let part, let value = self.scanner.member(name, of: part) else { continue }
            return PropertyText(self.scanner.tree(of: value))
        }
        return .absent
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

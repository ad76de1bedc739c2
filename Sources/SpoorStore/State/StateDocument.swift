import SpoorWire

/// Everything in a channel folder's state file.
struct StateDocument: Equatable {
    /// The producer that writes this folder.
    var producer: String
    /// What told the database from a copy when it was last opened.
    var witness: String
    /// The sequence number of the last change that is contained.
    var applied: UInt64
    /// The values that the folder's owner keeps here.
    var values: [String: JSONValue]

    init(producer: String, witness: String, applied: UInt64 = 0, values: [String: JSONValue] = [:]) {
        self.producer = producer
        self.witness = witness
        self.applied = applied
        self.values = values
    }

    init(_ stored: [String: JSONValue]) {
        self.producer = stored["producer"]?.stringValue ?? ""
        self.witness = stored["witness"]?.stringValue ?? ""
        self.applied = stored["applied"]?.uint64Value ?? 0
        let members = stored["values"]?.objectValue ?? []
        self.values = Dictionary(members.map { ($0.key, $0.value) }) { _, last in last }
    }

    var stored: [String: JSONValue] {
        let members = self.values.sorted { $0.key < $1.key }.map { JSONValue.Member(key: $0.key, value: $0.value) }
        return [
            "producer": .string(self.producer),
            "witness": .string(self.witness),
            "applied": .integer(self.applied),
            "values": .object(members),
        ]
    }

    /// Takes the values of another document over where they are the newer ones; producer and witness stay.
    mutating func take(_ other: StateDocument?) {
        guard let other, other.applied > self.applied else { return }
        (self.applied, self.values) = (other.applied, other.values)
    }

    /// A document with some of the values alone.
    func only(_ names: Set<String>) -> StateDocument {
        var part = self
        part.values = self.values.filter { names.contains($0.key) }
        return part
    }

    /// Takes some values of another document over where they are the newer ones.
    mutating func take(_ names: Set<String>, of other: StateDocument?) {
        guard let other, other.applied > self.applied else { return }
        self.applied = other.applied
        for name in names { self.values[name] = other.values[name] }
    }

    /// Applies a change as it stands in the journal: null members are removals.
    ///
    /// Twice is as good as once.
    mutating func apply(_ payload: UnsafeRawBufferPointer, sequence: UInt64) {
        guard sequence > self.applied else { return }
        self.applied = sequence
        guard let members = (try? JSONValue(parsing: payload))?.objectValue else { return }
        for (key, value) in members { self.values[key] = value.isNull ? nil : value }
    }
}

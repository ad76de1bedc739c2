import SpoorStore
import SpoorWire

/// Up to where records of each class were taken back; kept with the choice, so that a process that ends before they are
/// deleted deletes them at its next start.
struct WithdrawalMarks: Equatable, Sendable {
    /// Whose sequence numbers these are.
    let producer: String

    /// The last number to delete, by class.
    private(set) var through: [RecordClass: UInt64] = [:]

    init(producer: String) {
        self.producer = producer
    }

    /// Notes that records of some classes were taken back.
    mutating func note(_ classes: Set<RecordClass>, through sequence: UInt64) {
        for recordClass in classes { self.through[recordClass] = max(self.through[recordClass] ?? 0, sequence) }
    }

    /// The marks as the state file keeps them.
    var json: JSONValue {
        let marks = self.through.sorted { $0.key < $1.key }.map { recordClass, sequence in
            (key: String(recordClass.rawValue), value: JSONValue.number(String(sequence)))
        }
        return .object([(key: "producer", value: .string(self.producer)), (key: "through", value: .object(marks))])
    }

    /// Reads what ``json`` wrote.
    ///
    /// Marks of another producer hold for what waits now, and for nothing that is recorded from now on; keep them anew
    /// then, as ``producer``'s.
    ///
    /// - Parameters:
    ///   - json: what was kept.
    ///   - producer: whose numbers come next.
    ///   - last: the last number that was used.
    init(_ json: JSONValue?, producer: String, last: UInt64) {
        self.producer = producer
        guard let written = json?["producer"]?.stringValue, case .object(let members)? = json?["through"] else {
            return
        }
        let most = written == producer ? UInt64.max : last
        for (key, value) in members {
            guard let number = UInt8(key), let recordClass = RecordClass(rawValue: number),
                case .number(let digits) = value, let sequence = UInt64(digits)
            else { continue }
            self.through[recordClass] = min(sequence, most)
        }
    }
}

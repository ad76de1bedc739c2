/// The rules that one event must meet to be kept, for both ends.
///
/// The event is refused when its `type` is unknown, its `time` is no whole number of milliseconds between 1970 and
/// 9999, its `event` name breaks ``Naming`` (for the types that have one), its `distinct_id` (or `item_type` and
/// `item_id`) is missing, empty or too long, its `properties` are no object, or it is larger than
/// ``Limits/maxEventBytes``. Everything else costs only itself and is named in ``EventFields/repairs``: a property whose
/// name breaks a rule, a number beyond the largest double, an optional field of the wrong kind (bug case O-35).
public enum EventCheck {
    /// What became of an event.
    public enum Verdict: Equatable, Sendable {
        /// The event can be kept.
        case accepted(EventFields)

        /// It cannot, for at least one reason.
        case refused([EventFault])
    }

    /// The most repairs that are named for one event.
    public static let maxRepairs = 16

    /// Checks an element that `scanner` found; builds no tree.
    public static func check(_ scanner: JSONScanner, _ slice: JSONScanner.Slice) -> Verdict {
        guard slice.kind == .object else {
            return .refused([EventFault(field: "", reason: "The element is \(self.name(slice.kind)), not an object.")])
        }
        guard slice.range.count <= Limits.maxEventBytes else {
            let reason =
                "The event has \(slice.range.count) bytes; at most \(Limits.maxEventBytes) are kept, send less in it."
            return .refused([EventFault(field: "", reason: reason)])
        }
        var reader = EventFieldReader(scanner: scanner)
        var members = scanner.members(of: slice)
        while let member = members.next() { reader.take(member) }
        return reader.verdict()
    }

    /// True when a property with these bytes as its key is used by the receiver.
    public static func isUsableKey(_ bytes: UnsafeRawBufferPointer) -> Bool { Naming.isValid(bytes) }

    /// A kind of value in words.
    static func name(_ kind: JSONScanner.Kind) -> String {
        switch kind {
        case .object: "an object"
        case .array: "an array"
        case .string: "a text"
        case .number: "a number"
        case .true, .false: "a boolean"
        case .null: "null"
        }
    }
}

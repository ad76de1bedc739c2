public import CollectorCore

/// The place of one event in a project, as a short text that a later request may give back.
public struct EventCursor: Hashable, Sendable, CustomStringConvertible {
    /// The event's time, in milliseconds.
    public let time: Int64
    /// The sender's sequence.
    public let sequence: Int64
    /// The UTC day whose file holds the event.
    public let day: Int32
    /// The position in that file.
    public let row: Int64

    /// Creates the place of a fact.
    public init(_ fact: Fact) {
        self.time = fact.time
        self.sequence = fact.seq
        self.day = fact.day
        self.row = fact.row
    }

    /// Reads the text of a cursor.
    ///
    /// - Throws: ``AnalysisError`` where the text is none.
    public init(_ text: String, parameter: String) throws(AnalysisError) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) }
        guard parts.count == 4, let time = parts[0], let sequence = parts[1], let day = parts[2].flatMap(Int32.init),
            let row = parts[3]
        else {
            throw .invalid(
                parameter,
                "'\(text)' is no cursor. Take it from 'cursor' or 'next' of an earlier answer, unchanged."
            )
        }
        self.time = time
        self.sequence = sequence
        self.day = day
        self.row = row
    }

    /// The cursor's text.
    public var description: String { "\(self.time).\(self.sequence).\(self.day).\(self.row)" }

    /// Whether two cursors name one event.
    public func isSameEvent(as other: EventCursor) -> Bool { self.day == other.day && self.row == other.row }

    /// Whether a fact comes before this place in its person's history.
    func isPreceded(by fact: Fact) -> Bool {
        (fact.time, fact.seq, fact.row) < (self.time, self.sequence, self.row)
    }
}

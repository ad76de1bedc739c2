import SpoorStore

/// A record of a channel that waits in memory.
struct HeldReport: WaitingEntry {
    var bytes: ReportBytes
    /// What it was made of; nil where all common fields were known then.
    var draft: ReportComposer.Draft?
    var isRealtime: Bool

    var recordClass: RecordClass { self.bytes.recordClass }

    var size: Int { self.bytes.body.count }
}

/// The records of a channel that wait in memory.
typealias HeldReports = WaitingRoom<HeldReport>

extension HeldReports {
    /// Takes the person out of the records that do not need that consent themselves.
    mutating func removePerson() {
        self.replaceAll { held in
            guard held.recordClass != .tracked else { return held }
            var visitor = held
            visitor.bytes = held.bytes.withoutPerson
            return visitor
        }
    }
}

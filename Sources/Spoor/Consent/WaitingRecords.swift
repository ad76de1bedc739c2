import SpoorChannel
import SpoorStore
import SpoorWire

/// The events that wait in memory for the person's answer.
///
/// Until the last one that was answered is out, whatever is recorded waits behind it.
typealias WaitingRecords = WaitingRoom<ConsentState.WaitingRecord>

extension ConsentState {
    /// Whether events were answered and wait for their turn; whatever is recorded now comes after them.
    var hasAnswered: Bool { self.hasWaiting && self.waiting.contains { self.allows($0.consentCategory) } }

    /// Whether a login's own event waits.
    var hasWaitingSignUp: Bool { self.waiting.hasEntry { $0.draft.type == .trackSignup } }

    /// Whether the installation's event waits.
    var hasWaitingInstall: Bool { self.waiting.hasEntry { $0.draft.isInstall } }

    /// Takes the answers up, once all of a person's choices are noted; what is refused is let go.
    mutating func answerWaiting() {
        let denied = Set(RecordClass.allCases.filter { self.status(of: $0.consentCategory) == .denied })
        _ = self.waiting.removeAll { denied.contains($0) }
    }

    /// Takes out the next events that were answered.
    mutating func takeAnswered() -> [WaitingRecord] {
        let allowed = Set(RecordClass.allCases.filter { self.allows($0.consentCategory) })
        return self.waiting.takeSlice { allowed.contains($0) }
    }

    /// Takes properties out of the events that wait.
    mutating func removeProperties(_ names: Set<String>) {
        self.waiting.replaceAll { $0.without(names) }
    }

    /// Takes the person out of the events that wait for an answer about something else than analytics.
    mutating func removePerson() {
        self.waiting.replaceAll(by: \.asVisitor)
    }

    /// Keeps an encoded event until the person answers, or its turn comes.
    ///
    /// - Returns: whether there was room; what is lost is counted.
    mutating func wait(_ record: WaitingRecord) -> Bool {
        let (isKept, lost) = self.waiting.hold(record)
        for (recordClass, count) in lost {
            self.overflowed += count
            self.lose(Loss(.consentOverflow, recordClass, count: count))
        }
        return isKept
    }
}

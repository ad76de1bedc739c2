import SpoorStore

/// What the app's own code may be asked about an event with.
///
/// Only ``TrackerState/capture(of:mark:)`` gives it, so that nobody is asked about what is not captured.
struct CapturePermit: Sendable {
    /// What stands around the event.
    let surroundings: Surroundings

    fileprivate init(_ surroundings: Surroundings) {
        self.surroundings = surroundings
    }
}

/// Whether an event is captured.
enum Capture: Sendable {
    /// It is not: nobody is asked about it.
    case refused(DropReason)
    /// It is, or nobody knows yet, because storage is not open.
    case allowed(CapturePermit)
}

extension TrackerState {
    /// Whether an event is captured now.
    func capture(of recordClass: RecordClass, mark: EventMark? = nil) -> Capture {
        if self.phase == .stopped { return .refused(.stopped) }
        let refusal = self.captureRefusal(of: recordClass) ?? self.visitRefusal(of: mark)
        return refusal.map { .refused($0) } ?? .allowed(CapturePermit(self.surroundings))
    }
}

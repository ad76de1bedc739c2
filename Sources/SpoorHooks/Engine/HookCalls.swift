#if canImport(ObjectiveC) || canImport(CGNUObjC)
/// The calls of one hook that are going on.
///
/// A hook that was taken out and put in again has more than one replacement: other libraries may have kept the former
/// one. Where a call comes through two of them, the first one tells of it. A delegate that calls its own method again is
/// still at the same tap.
@MainActor
final class HookCalls {
    private let onlyOutermost: Bool
    private var calls: [(receiver: HookReceiver, by: ObjectIdentifier)] = []

    /// Begins without a call.
    ///
    /// - Parameter onlyOutermost: whether calls within a call to the same receiver are told by none.
    nonisolated init(onlyOutermost: Bool = false) {
        self.onlyOutermost = onlyOutermost
    }

    /// Whether a call to this receiver is told already.
    func isTold(_ receiver: HookReceiver, besides replacement: Replacement) -> Bool {
        self.calls.contains {
            $0.receiver == receiver && (self.onlyOutermost || $0.by != ObjectIdentifier(replacement))
        }
    }

    /// Notes that a call begins.
    func begin(_ receiver: HookReceiver, _ replacement: Replacement) {
        self.calls.append((receiver, ObjectIdentifier(replacement)))
    }

    /// Notes that the last one ended.
    func end() {
        self.calls.removeLast()
    }
}
#endif

#if canImport(ObjectiveC) || canImport(CGNUObjC)
/// The calls of one hook that are going on.
///
/// A hook that was taken out and put in again has more than one replacement: other libraries may have kept the former
/// one. Where a call comes through two of them, the first one tells of it. A delegate that calls its own method again is
/// still at the same tap.
///
/// A call that ends by an exception does not say so. It lay deeper on the stack than whatever runs then, or at the same
/// place, and is dropped by that.
@MainActor
final class HookCalls {
    private struct Call {
        let receiver: HookReceiver
        let replacement: ObjectIdentifier
        let frame: UInt
    }

    private let onlyOutermost: Bool
    private var calls: [Call] = []

    /// Begins without a call.
    ///
    /// - Parameter onlyOutermost: whether calls within a call to the same receiver are told by none.
    nonisolated init(onlyOutermost: Bool = false) {
        self.onlyOutermost = onlyOutermost
    }

    /// Whether a call to this receiver is told already.
    ///
    /// - Parameters:
    ///   - receiver: whose method is called.
    ///   - replacement: by what.
    ///   - frame: the address of something on the caller's stack.
    /// - Returns: whether a call that goes on tells of it.
    func isTold(_ receiver: HookReceiver, besides replacement: Replacement, frame: UInt) -> Bool {
        self.drop(upTo: frame)
        return self.calls.contains {
            $0.receiver == receiver && (self.onlyOutermost || $0.replacement != ObjectIdentifier(replacement))
        }
    }

    /// Notes that a call begins.
    func begin(_ receiver: HookReceiver, _ replacement: Replacement, frame: UInt) {
        self.calls.append(Call(receiver: receiver, replacement: ObjectIdentifier(replacement), frame: frame))
    }

    /// Notes that the call of this frame ended.
    func end(frame: UInt) { self.drop(upTo: frame) }

    /// Stacks grow downwards.
    private func drop(upTo frame: UInt) {
        while let last = self.calls.last, last.frame <= frame { self.calls.removeLast() }
    }
}
#endif

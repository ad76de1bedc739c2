import SpoorWire

/// Why a batch did not become a body.
enum EncodingProblem: Error, Equatable, Sendable {
    /// There was no memory for it.
    case memory
    /// The form has no room for so many records: take fewer.
    case tooMany
    /// This record cannot be written in the form, whatever it is sent with.
    case unreadable(position: Int)
    /// It cannot be written or encrypted as configured, so that nothing may leave; the sentence says why.
    case locked(String)

    init(_ error: PacketError) {
        self =
            if error.asksToSplit {
                .tooMany
            } else if let record = error.record {
                .unreadable(position: record)
            } else if error.fault == .memory {
                .memory
            } else {
                .locked(error.description)
            }
    }
}

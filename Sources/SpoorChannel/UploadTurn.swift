/// What a request carries.
enum UploadPart: Equatable, Sendable {
    /// Records of every kind, with their payloads where the form has room for them.
    case whole
    /// Metas of records that have no payload to send: packet version 1.
    case metas
    /// Records that have a payload to send, with it: packet version 1.
    case details
}

/// Which part of what waits is asked for next.
///
/// Packet version 1 has an address for metas and one for payloads. They take turns, metas first, so that neither waits
/// for the end of the other; a part that is empty is passed over, and a run ends only when both are. A batch that has to
/// be sent again, or a search for a refused record, stays with its part.
struct UploadTurn: Equatable, Sendable {
    private let isDivided: Bool
    private var current: UploadPart

    /// Begins a run.
    init(_ encoding: ChannelEncoding) {
        self.isDivided = encoding == .packetV1
        self.current = self.isDivided ? .metas : .whole
    }

    /// The parts to look into for the next batch, in order; the first that is not empty is taken.
    var parts: [UploadPart] {
        guard self.isDivided else { return [.whole] }
        return self.current == .metas ? [.metas, .details] : [.details, .metas]
    }

    /// The part of the batch that was taken last.
    var part: UploadPart { self.current }

    /// Notes which part a batch was taken from.
    mutating func took(_ part: UploadPart) {
        if self.isDivided { self.current = part }
    }

    /// Notes that a batch was dealt with.
    ///
    /// - Parameter isSearching: whether a refused record is searched for among those behind it.
    mutating func delivered(isSearching: Bool) {
        guard self.isDivided, !isSearching else { return }
        self.current = self.current == .metas ? .details : .metas
    }
}

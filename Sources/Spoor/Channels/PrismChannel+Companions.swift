import SpoorChannel
import SpoorStore

/// What extensions of the app recorded for a channel.
extension PrismChannel {
    /// Takes it over, on the channel's own queue.
    ///
    /// - Parameters:
    ///   - place: what the processes share of this channel.
    ///   - verdict: what becomes of the records of a class; all are let go while the channel takes none.
    ///   - then: gets what came of it, on that queue; nil where the channel is not open.
    func takeOver(
        from place: CompanionPlace,
        verdict: @escaping @Sendable (RecordClass) -> CompanionVerdict,
        then: @escaping @Sendable (CompanionReport?) -> Void
    ) {
        self.onQueue { channel in
            let isCollecting = channel.isCollecting
            then(channel.importCompanions(from: place) { isCollecting ? verdict($0) : .letGo })
        }
    }
}

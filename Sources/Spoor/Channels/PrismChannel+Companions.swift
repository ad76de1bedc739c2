import SpoorChannel
import SpoorStore

/// What extensions of the app recorded for a channel.
extension PrismChannel {
    /// Takes it over, on the channel's own queue.
    ///
    /// - Parameters:
    ///   - place: what the processes share of this channel.
    ///   - verdict: what becomes of the records of a class, asked for each; all are let go while the channel takes none.
    ///   - then: gets what came of it, on that queue; nil where the channel is not open, or about to end.
    func takeOver(
        from place: CompanionPlace,
        verdict: @escaping @Sendable (RecordClass) -> CompanionVerdict,
        then: @escaping @Sendable (CompanionReport?) -> Void
    ) {
        self.onQueue { channel in
            // What ends takes nothing any more, but that is no reason to let anything go.
            guard !channel.isStopping else { return then(nil) }
            then(
                channel.importCompanions(from: place) { recordClass in
                    if channel.isStopping { return .leave }
                    return channel.isCollecting ? verdict(recordClass) : .letGo
                }
            )
        }
    }
}

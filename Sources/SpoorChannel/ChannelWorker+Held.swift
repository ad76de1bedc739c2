import Foundation

/// What was held in memory, on its way into the queue.
extension ChannelWorker {
    /// Records what was held and may be recorded by now; on the channel's queue.
    ///
    /// The lock that sending calls take is let go after each slice, so that none of them waits for all of it, and what the
    /// person takes back meanwhile is not recorded. Where calls add to it faster than it goes, slices get longer.
    func releaseHeld() {
        let clock = ContinuousClock()
        var tells = false
        var slices = 0
        var pace = SlicePace()
        while true {
            let start = clock.now
            let released = self.inlet.release(&pace)
            for sentence in released.sentences { self.environment.log(sentence) }
            tells = tells || released.tellsWorker
            guard released.hasMore else { break }
            slices += pace.slices
            // Where calls come faster than slices go, the journal would fill up meanwhile.
            if slices >= 16 {
                slices = 0
                self.drain()
            }
            self.environment.giveWay(pace.rest(after: start.duration(to: clock.now)))
        }
        if tells { self.scheduler.async { [weak self] in self?.realtimeRecorded() } }
    }
}

/// Lets others have a lock between two slices of work, each of which held it.
///
/// A lock that is let go and taken again at once goes to nobody else: who waits for it must first wake up.
package enum GiveWay {
    /// Waits about as long as the lock was held.
    package static let live: @Sendable (Duration) -> Void = { held in
        let seconds = Double(held.components.seconds) + Double(held.components.attoseconds) / 1e18
        Thread.sleep(forTimeInterval: min(max(seconds, 0.000_1), 0.005))
    }
}

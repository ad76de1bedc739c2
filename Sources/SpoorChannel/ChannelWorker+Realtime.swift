import SpoorStore

/// Records that should leave at once.
extension ChannelWorker {
    /// Uploads for a record whose type's rule is real-time; many of them make few uploads.
    func realtimeRecorded() {
        self.inlet.realtimeSeen()
        self.tellThrottle(.recorded)
    }

    private func tellThrottle(_ input: RealtimeThrottle.Input) {
        for action in self.throttle.handle(input, at: self.scheduler.uptime) {
            switch action {
            case .upload:
                self.drain()
                self.trigger(.realtime)
            case .wake(let delay):
                self.retry(after: delay) { $0.tellThrottle(.woke) }
            }
        }
    }
}

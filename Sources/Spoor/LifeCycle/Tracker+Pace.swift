import SpoorChannel

extension Tracker {
    /// Changes the time between uploads while events wait (000).
    ///
    /// Another interval than before uploads what waits at once, and the timer begins anew. In the background the timer
    /// stands still.
    ///
    /// - Parameter interval: the time, at least 5 s; the configuration's default is 15 s.
    public func setUploadInterval(_ interval: Duration) {
        self.channel.setUploadInterval(interval)
    }
}

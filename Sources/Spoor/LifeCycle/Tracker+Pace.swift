import SpoorChannel

extension Tracker {
    /// Changes the time between uploads while events wait (000).
    ///
    /// Another interval than before uploads what waits at once, and the timer begins anew. In the background the timer
    /// stands still. Where the server's configuration sets the interval, that one holds, and this one once it does not.
    ///
    /// - Parameter interval: the time, at least 5 s; the configuration's default is 15 s.
    public func setUploadInterval(_ interval: Duration) {
        let isDecided = self.state.withLock { state in
            state.remote.chosenInterval = interval
            return state.remote.document?.namespaces[RemoteState.namespace]?.periodicTimerSecond != nil
        }
        guard !isDecided else {
            return self.warn("The time between uploads stays as the server's configuration sets it.")
        }
        self.channel.setUploadInterval(interval)
    }
}

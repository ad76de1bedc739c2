import SpoorStore

/// The interval timer: when it stands still, and how its interval changes.
extension ChannelWorker {
    /// Lets the timer stand still.
    func pauseTimer() {
        self.pace.isPaused = true
        self.timerWork?.cancel()
        self.timerWork = nil
    }

    /// Starts the timer again, where something waits.
    func resumeTimer() {
        self.pace.isPaused = false
        self.armTimer()
    }

    /// Takes another interval: what waits is uploaded, and the timer begins anew (000).
    func setUploadInterval(_ interval: Duration) {
        var configuration = self.configuration
        configuration.uploadInterval = interval
        if let remark = configuration.clampingRemark { self.environment.log(remark) }
        let interval = configuration.clamped.uploadInterval
        self.configuration.uploadInterval = interval
        guard interval != self.pace.interval else { return }
        self.pace.interval = interval
        self.flush { _ in }
        self.timerWork?.cancel()
        self.timerWork = nil
        self.armTimer()
    }

    /// Uploads because the app goes to the background, and tells when nothing more can be done now.
    func enterBackground(remaining: Duration?, completion: @escaping @Sendable () -> Void) {
        guard let store = self.store else {
            self.enterBackground(remaining: remaining)
            return completion()
        }
        self.flushes.add(through: store.nextSequence &- 1, counters: self.counters) { _ in completion() }
        self.enterBackground(remaining: remaining)
    }
}

extension Channel {
    /// Changes the time between uploads; another one than before uploads what waits at once.
    ///
    /// - Parameter interval: the time, at least 5 s.
    public func setUploadInterval(_ interval: Duration) {
        self.scheduler.async { self.worker.setUploadInterval(interval) }
    }

    /// Lets the interval timer stand still until the app is in front.
    public func pauseTimer() {
        self.scheduler.async { self.worker.pauseTimer() }
    }

    /// Uploads what waits because the app goes to the background.
    ///
    /// - Parameters:
    ///   - remaining: how long the system lets the app run on; nil where it does not say.
    ///   - completion: called once, on the channel's scheduler, when what can be uploaded now has been.
    public func enterBackground(remaining: Duration?, completion: @escaping @Sendable () -> Void) {
        self.scheduler.async { self.worker.enterBackground(remaining: remaining, completion: completion) }
    }
}

import SpoorStore

/// Taking another configuration without a restart.
extension ChannelWorker {
    /// Takes another configuration; a request that is under way ends with the old one.
    func apply(_ new: ChannelConfiguration) {
        if let remark = new.clampingRemark { self.environment.log(remark) }
        if new.headers != self.configuration.headers {
            for remark in new.headerRemarks { self.environment.log(remark) }
        }
        let new = new.clamped
        let old = self.configuration
        guard !self.isClosed, new != old else { return }
        self.configuration = new
        self.inlet.take(new)
        self.encoding = new.bodyEncoding
        for lane in self.lanes { self.apply(new, to: lane) }
        guard self.hasBegun, let store = self.store else {
            // Nothing has left yet; whether a wait of the last run was for this address is decided at the beginning.
            for lane in self.lanes { lane.sentConfiguration = new }
            self.pace.interval = new.uploadInterval
            return
        }
        self.keepUpgradeWord()
        for lane in self.lanes where !lane.machine.isRunning { self.leaveOldServer(lane) }
        if new.encryption != old.encryption || new.encoding != old.encoding || new.debugMode != old.debugMode {
            self.leaveOldKey()
        }
        if new.retentionDays != old.retentionDays { self.lastSweep = nil }
        self.changeInterval(to: new.uploadInterval)
        self.drain()
        guard new.isUploadEnabled, store.counts.records > 0 else { return }
        if !old.isUploadEnabled || new.uploadURL != old.uploadURL || new.headers != old.headers
            || new.dailyCellularBytes != old.dailyCellularBytes || new.rules != old.rules
            || new.hasDefaultRules != old.hasDefaultRules
            || new.encryption != old.encryption || new.encoding != old.encoding || new.debugMode != old.debugMode
        {
            self.trigger(.configuration)
        }
    }

    private func apply(_ new: ChannelConfiguration, to lane: UploadLane) {
        lane.machine.resizeBatches(initial: new.initialBatchCount, largest: new.maxBatchCount)
        lane.machine.isEnabled = lane.isUsed(by: new)
        // Used again some day, it begins without a reason.
        if !UploadPart.all(of: new.encoding).contains(lane.part) { lane.holdReason = nil }
        self.releaseUnused(lane)
    }

    /// Gives back what a lane that is used no more has set aside, once it has no run.
    func releaseUnused(_ lane: UploadLane) {
        guard !lane.machine.isEnabled, !lane.machine.isRunning, lane.setAside != nil else { return }
        // It may leave another way, or is asked about anew.
        do {
            try self.release(lane.setAside)
        } catch {
            return self.storageFailed(error, [lane])
        }
        lane.setAside = nil
        // A wait stays, above all one that the server asked for.
        let backoff = lane.machine.backoff
        lane.machine = UploadLane.machine(self.configuration)
        lane.machine.restore(backoff)
        lane.machine.isEnabled = false
        self.saveBackoff(of: lane)
    }

    /// Lets the timer run by another interval; what waits is uploaded, as after any change of the interval (000).
    private func changeInterval(to interval: Duration) {
        if interval != self.pace.interval {
            self.pace.interval = interval
            self.trigger(.configuration)
        }
        self.timerWork?.cancel()
        self.timerWork = nil
        self.armTimer()
    }

    /// Forgets the wait that a key which could not be used has caused.
    private func leaveOldKey() {
        for lane in self.lanes {
            guard case .locked = lane.encodingProblem, !lane.machine.isRunning else { continue }
            lane.encodingProblem = nil
            self.forgetWait(of: lane)
        }
    }

    private func forgetWait(of lane: UploadLane) {
        lane.machine.restore(Backoff())
        self.saveBackoff(of: lane)
        lane.wakeWork?.cancel()
    }

    /// Forgets the wait and the search that an old address caused, once nothing is under way to it.
    func leaveOldServer(_ lane: UploadLane) {
        guard lane.sentConfiguration.uploadURL != self.configuration.uploadURL else { return }
        lane.sentConfiguration = self.configuration
        guard !lane.machine.isRunning, lane.machine.backoff.failures > 0 else { return }
        self.forgetWait(of: lane)
        self.trigger(.configuration)
    }
}

extension Channel {
    /// Takes another configuration before the call returns; call it on the channel's scheduler.
    package func applyNow(_ configuration: ChannelConfiguration) {
        self.worker.apply(configuration)
    }

    /// Takes another configuration, at any time and without a restart.
    ///
    /// The interval timer begins anew, uploading is switched on or off, sizes, address and header fields change; a request
    /// that is under way ends with the old configuration. An address other than before is not made to wait for what the
    /// old one did. Where the queue lies, and what is in it, stays.
    ///
    /// - Parameter configuration: what the channel may do from now on; values out of range are clamped.
    public func apply(_ configuration: ChannelConfiguration) {
        // Off is off at once; the rest follows on the channel's queue.
        self.inlet.take(configuration.clamped)
        self.scheduler.async { self.worker.apply(configuration) }
    }
}

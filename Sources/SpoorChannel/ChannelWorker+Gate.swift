import SpoorStore
import SpoorWire

/// Which network the device is on, and what may go over it.
extension ChannelWorker {
    /// What may leave now, and over which network.
    struct Leave {
        /// What may leave.
        var answer: UploadGate.Answer
        /// The network that the bytes are counted on; one to the device itself costs nothing.
        var status: NetworkStatus
    }

    /// Asks the gate, after the meter has looked at the clocks.
    func askGate() -> Leave {
        let configuration = self.configuration
        let status = self.status(towards: configuration.endpoint)
        var meter = self.meter ?? TrafficMeter(at: self.trafficMoment)
        meter.look(at: self.trafficMoment)
        self.meter = meter
        let gate = UploadGate(
            isEnabled: configuration.isUploadEnabled,
            endpoint: configuration.endpoint,
            dailyBudget: Int64(configuration.dailyCellularBytes),
            rules: configuration.typeRules
        )
        return Leave(answer: gate.decide(on: status, meter: meter), status: status)
    }

    /// Takes up what earlier runs sent today.
    func restoreMeter(from store: ChannelStore) {
        self.meter = TrafficMeter(restoring: store.state[TrafficMeter.stateKey], at: self.trafficMoment)
        self.saveMeter()
    }

    /// Counts a request that begins; kept before a byte of it leaves.
    func meterBegins(_ request: UploadRequest, of lane: UploadLane) {
        self.meter?.begin(lane.part, bytes: request.bytesOnTheWire, on: lane.leaveStatus)
        self.saveMeter()
    }

    /// Counts a request that ended, by whatever answer.
    func meterEnds(_ lane: UploadLane) {
        self.meter?.end(lane.part, on: self.status(towards: lane.sentConfiguration.endpoint))
        self.saveMeter()
    }

    /// Says why nothing leaves, once for each reason; what held up a way that is used no more silences no other.
    ///
    /// - Returns: what to tell the machine.
    func hold(_ reason: UploadGate.Reason, in lane: UploadLane) -> UploadMachine.Input {
        if !self.activeLanes.contains(where: { $0.holdReason == reason }) { self.environment.log(reason.sentence) }
        lane.holdReason = reason
        return .held(reason.hold)
    }

    /// Listens to the network: what waited for another one goes when it comes.
    func watchNetwork() {
        self.knownStatus = self.environment.network.status
        let scheduler = self.scheduler
        self.networkObservation = self.environment.network.observe { [weak self] in
            guard let self else { return }
            scheduler.async { [weak self] in self?.networkChanged() }
        }
    }

    private func networkChanged() {
        let status = self.environment.network.status
        guard status != self.knownStatus else { return }
        self.knownStatus = status
        guard status != .none, let store = self.store else { return }
        self.drain()
        if store.counts.records > 0 { self.trigger(.network) }
    }

    private func status(towards endpoint: String) -> NetworkStatus {
        LoopbackAddress.isLoopback(endpoint) ? .wifi : self.environment.network.status
    }

    private var trafficMoment: TrafficMeter.Moment {
        TrafficMeter.Moment(
            wallMilliseconds: self.scheduler.wallMilliseconds,
            continuousTime: self.scheduler.continuousTime,
            zone: self.environment.zone
        )
    }

    private func saveMeter() {
        guard let store = self.store, let json = self.meter?.save() else { return }
        store.setState([TrafficMeter.stateKey: json], recorded: self.scheduler.wallMilliseconds)
    }
}

extension UploadRequest {
    /// What the day's budget counts of it.
    var bytesOnTheWire: Int {
        TrafficMeter.requestBytes(url: self.url, headers: self.headers, bodyBytes: self.body.count)
    }
}

import SpoorStore
import SpoorWire

/// Does what the ``FetchMachine`` says, and takes what the ``ConfigurationJudge`` lets through.
///
/// Confined to the scheduler, which runs one thing at a time; hence `@unchecked Sendable`.
final class RemoteConfigurationWorker: @unchecked Sendable {
    let source: RemoteConfigurationSource
    let environment: ChannelEnvironment
    let cache: ConfigurationCache
    let apply: @Sendable (ConfigurationDocument) -> Void
    let inForce = Locked<ConfigurationDocument?>(nil)

    var machine: FetchMachine
    var judge: ConfigurationJudge
    /// What is on disk of this version and build, and holds.
    var kept: ConfigurationCache.Content?
    /// Whether the document that is kept is a signed one.
    var keptIsSigned = false
    /// The last signed document, of any version.
    var newestSigned: ConfigurationCache.Entry?
    /// Whether what outlives versions was read; without it no revision can be told old.
    var hasStatus = false
    var wakeWork: (any ScheduledWork)?
    var overdueWork: (any ScheduledWork)?
    var lastRequest = 0
    /// The last complaint; the same one is not said again.
    var lastComplaint: String?
    var isStopped = false

    init(
        source: RemoteConfigurationSource,
        environment: ChannelEnvironment,
        apply: @escaping @Sendable (ConfigurationDocument) -> Void
    ) {
        self.source = source
        self.environment = environment
        self.apply = apply
        self.cache = ConfigurationCache(
            folder: source.folder,
            address: source.url,
            version: source.version,
            build: source.build
        )
        self.machine = FetchMachine(interval: source.interval)
        self.judge = ConfigurationJudge(project: source.project, check: source.signatures)
    }

    var scheduler: any Scheduler { self.environment.scheduler }

    /// Reads what is kept; a cache that cannot be used is passed over, and the built-in defaults hold.
    func begin() {
        self.cache.removeOthers()
        self.readStatus()
        guard self.hasStatus else { return }
        switch self.cache.read() {
        case .absent:
            break
        case .unusable(let reason):
            self.complain(
                "The kept configuration is not used, \(reason). The built-in one holds until the next is here."
            )
            self.cache.removeOthers()
        case .value(let content):
            self.take(content)
        }
    }

    private func take(_ content: ConfigurationCache.Content) {
        // The signature is checked again: whoever can write the file is not believed either.
        if let signed = content.signed { _ = self.judge.judge(signed.body, signature: signed.signature) }
        switch self.judge.judge(content.current.body, signature: content.current.signature) {
        case .refused(let reason):
            self.complain("The kept configuration is not used. \(reason)")
        case .taken(let document, let isSigned, _):
            self.kept = content
            self.keptIsSigned = isSigned
            self.putInForce(document)
        }
    }

    /// Makes a document hold; one that says the same as the last is not handed on again.
    func putInForce(_ document: ConfigurationDocument) {
        let isNew = self.inForce.withLock { inForce in
            defer { inForce = document }
            return inForce != document
        }
        if isNew { self.apply(document) }
    }

    func handle(_ input: FetchMachine.Input) {
        guard !self.isStopped else { return }
        let moment = FetchMachine.Moment(
            time: self.scheduler.continuousTime,
            random: Double(self.environment.random() >> 11) / 9_007_199_254_740_992
        )
        for action in self.machine.handle(input, at: moment) {
            switch action {
            case .fetch: self.fetch()
            case .wake(let delay): self.wake(after: delay)
            case .keepWait: self.writeStatus()
            }
        }
    }

    private func wake(after delay: Duration) {
        self.wakeWork?.cancel()
        self.wakeWork = self.scheduler.schedule(after: delay) { [weak self] in self?.handle(.woke) }
    }

    /// Says what is wrong, unless that was the last thing said.
    func complain(_ sentence: String) {
        guard sentence != self.lastComplaint else { return }
        self.lastComplaint = sentence
        self.environment.log(sentence)
    }

    func stop() {
        self.isStopped = true
        self.wakeWork?.cancel()
        self.overdueWork?.cancel()
        self.overdueWork = nil
    }
}

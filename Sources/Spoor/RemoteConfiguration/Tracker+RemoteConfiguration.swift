import SpoorChannel
public import SpoorWire

/// The configuration that a server hands out while the app runs.
extension Tracker {
    /// The server's document that holds now; nil while the built-in configuration does.
    public var remoteConfiguration: ConfigurationDocument? {
        self.state.withLock { $0.remote.document }
    }

    /// Asks for the server's configuration now, instead of when the next request is due.
    ///
    /// Without effect before the launch, while the server wants to be left alone, and where
    /// ``TrackerConfiguration/remoteConfiguration`` is nil.
    public func refreshRemoteConfiguration() {
        self.state.withLock { $0.remote.source }?.refresh()
    }

    /// What the document that holds says of a namespace; nil where it does not name it, or there is no document.
    package func remoteSettings(of namespace: String) -> ChannelSettings? {
        self.state.withLock { $0.remote.document?.namespaces[namespace] }
    }

    /// Tells of each document that holds from now on, and at once of the one that does.
    ///
    /// - Parameter observer: called on the channel's queue.
    package func observeRemoteConfiguration(_ observer: @escaping @Sendable (ConfigurationDocument) -> Void) {
        self.environment.scheduler.async { [weak self] in
            let document = self?.state.withLock { state in
                state.remote.observers.append(observer)
                return state.remote.document
            }
            if let document { observer(document) }
        }
    }

    /// Reads the cache before anything is recorded or uploaded; on the channel's queue, before storage counts as open.
    func beginRemoteConfiguration(_ facts: DeviceFacts) {
        guard let options = self.configuration.remoteConfiguration else { return }
        let channel = self.configuration.channel
        guard let address = options.address ?? channel.configurationAddress else {
            return self.warn(
                "There is no remote configuration: with the Sensors form, set remoteConfiguration's address."
            )
        }
        var source = RemoteConfigurationSource(
            address: address,
            project: channel.project,
            version: facts.appVersion ?? "",
            build: facts.appBuild ?? "",
            folder: self.channel.folder + "/configuration"
        )
        source.signatures = SignatureCheck(options.keys)
        source.interval = options.interval
        source.timeout = channel.clamped.requestTimeout
        source.headers = channel.clamped.headers
        let warn = self.configuration.warn
        let remote = RemoteConfiguration(
            source: source,
            environment: ChannelEnvironment(
                scheduler: self.environment.scheduler,
                transport: self.environment.transport,
                random: self.environment.random,
                log: { warn($0) }
            )
        ) { [weak self] document in self?.take(document) }
        self.state.withLock { $0.remote.source = remote }
        remote.begin()
        if remote.document == nil { self.takeKept(remote.protectedSettings) }
    }

    /// Takes address and encryption of the last signed document, where this version of the app has no document yet.
    private func takeKept(_ kept: [String: ChannelSettings]) {
        guard !kept.isEmpty else { return }
        let configuration = self.state.withLock { state in
            state.remote.kept = kept[RemoteState.namespace] ?? ChannelSettings()
            return state.remote.channel(self.configuration.channel)
        }
        self.channel.applyNow(configuration)
        self.channels.take(kept: kept)
    }

    /// Lets the network be used: at once where nobody tells of the app's life, else once the launch was told.
    func launchRemoteConfiguration() {
        let (source, isInFront) = self.state.withLock { ($0.remote.source, $0.remote.isInFront) }
        guard let source, isInFront != nil || self.environment.lifeCycle == nil else { return }
        source.launched(inFront: isInFront ?? true)
    }

    /// Takes a document, on the channel's queue.
    private func take(_ document: ConfigurationDocument) {
        let source = self.state.withLock { $0.remote.source }
        let kept = source?.protectedSettings ?? [:]
        let (configuration, observers) = self.state.withLock { state in
            state.remote.document = document
            state.remote.kept = kept[RemoteState.namespace] ?? ChannelSettings()
            let configuration = state.remote.channel(self.configuration.channel)
            // Off is off for whatever is recorded next, on any thread.
            state.remote.isCollectionOff = !configuration.isCollectionEnabled
            self.shareLater(state)
            return (configuration, state.remote.observers)
        }
        self.channel.applyNow(configuration)
        self.channels.take(document, kept: kept)
        self.compileAutoTrackRules()
        for observer in observers { observer(document) }
    }

    /// Notes whether a person sees the app, and passes it on.
    func tellRemoteConfiguration(_ event: AppLifeCycleEvent) {
        guard self.configuration.remoteConfiguration != nil else { return }
        let isInFront: Bool
        switch event {
        case .launched(let inBackground): isInFront = !inBackground
        case .willEnterForeground, .becameActive: isInFront = true
        case .didEnterBackground, .willTerminate: isInFront = false
        case .shown, .willResignActive: return
        }
        let (source, wasTold) = self.state.withLock { state in
            defer { state.remote.isInFront = isInFront }
            return (state.remote.source, state.remote.isInFront != nil)
        }
        guard let source else { return }
        if !wasTold { return source.launched(inFront: isInFront) }
        if isInFront { source.enterForeground() } else { source.enterBackground() }
    }
}

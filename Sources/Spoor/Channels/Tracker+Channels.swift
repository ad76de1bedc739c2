import Foundation
import SpoorChannel
import SpoorStore
import SpoorWire

/// The channels beside the tracker's own.
extension Tracker {
    /// The Prism channel of a namespace: for records of monitoring or business.
    ///
    /// The same name gives the same channel. It may be asked for before storage is open, and at any time later; what is
    /// sent meanwhile is held. Its settings are those of ``TrackerConfiguration/channels``, or the defaults of
    /// ``SpoorChannel/ChannelConfiguration/prism(endpoint:project:)`` with the tracker's address and encryption, and what the server's configuration
    /// says of the namespace. A namespace that the server's configuration named and names no more is stopped: nothing is
    /// recorded or uploaded, and what waits stays until it expires.
    ///
    /// - Parameter namespace: 1 to 64 ASCII letters, digits, `-`, `_` or `.`, the first a letter or a digit; not `tracker`.
    /// - Returns: the channel; nil where the name cannot be one, and the log says why.
    public func channel(_ namespace: String) -> PrismChannel? {
        self.channels.channel(namespace)
    }

    /// What the person agreed to, in the terms of channels.
    func permissions(_ consent: ConsentState) -> ReportPermissions {
        ReportPermissions(
            monitoring: Self.permission(for: .monitoring, consent),
            business: Self.permission(for: .analytics, consent)
        )
    }

    private static func permission(
        for category: ConsentCategory,
        _ consent: ConsentState
    ) -> ReportPermissions.Permission {
        switch consent.status(of: category) {
        case .granted: .allowed
        case .pending: .waiting
        case .denied: .refused(consent.isOptedOut ? .optedOut : .noConsent(category.rawValue))
        }
    }

    /// Tells the channels what the person agreed to; with the state's lock held, so that no record slips through.
    ///
    /// - Parameters:
    ///   - state: the state.
    ///   - classes: what is taken back now; nil takes all that is denied.
    func permitChannels(_ state: TrackerState, withdrawing classes: Set<RecordClass>?) {
        let categories = ConsentCategory.allCases.filter { state.consent.status(of: $0) == .denied }
        let denied = categories.reduce(into: Set<RecordClass>()) { $0.formUnion($1.recordClasses) }
        self.channels.permit(self.permissions(state.consent), withdrawing: classes ?? denied, denied: denied)
    }

    /// What goes with every record now.
    func commonFields() -> CommonFields {
        let moment = self.moment
        return self.state.withLock { state in
            let source = state.surroundings.presetSource
            var fields = CommonFields(
                os: source.facts.os,
                osVersion: source.facts.osVersion,
                model: source.facts.model,
                manufacturer: source.facts.manufacturer,
                appID: source.facts.appID,
                appName: source.facts.appName,
                appVersion: source.facts.appVersion,
                build: source.facts.appBuild,
                deviceID: source.device.deviceID.isEmpty ? nil : source.device.preset.value,
                isDebug: source.facts.isDebug
            )
            fields.sessionID = state.time.sessions?.session(at: moment)
            // Records of monitoring leave it out again where analytics is not agreed to when they are recorded.
            let isRefused = state.consent.status(of: .analytics) == .denied
            fields.userID = isRefused ? nil : state.identity.loginID
            let isVisitorKnown = state.phase != .opening && state.consent.allowsVisitor
            fields.anonymousID = isVisitorKnown ? state.identity.anonymousID : nil
            fields.marketChannel = self.configuration.marketChannel ?? source.facts.marketChannel
            return fields
        }
    }

    /// Makes what makes the channels.
    static func channelMaker(
        _ configuration: TrackerConfiguration,
        _ environment: TrackerEnvironment,
        _ tracker: Locked<WeakTracker>
    ) -> PrismChannels.Maker {
        let folder = configuration.queueFolder + "/channels"
        let files = PosixFileAccess()
        return PrismChannels.Maker(
            make: { namespace, settings in
                Self.makeChannel(namespace, settings, in: folder, configuration, environment, tracker)
            },
            standard: configuration.standardChannel,
            standardRemark: configuration.channel.encoding == .sensorsForm
                ? "the tracker's address is no collector's; give the channel its own in TrackerConfiguration.channels."
                : nil,
            configured: configuration.channels,
            leftovers: { configuration.isCompanion ? [] : Self.leftovers(in: folder, files) },
            removeFolder: { namespace in
                try? FileManager.default.removeItem(atPath: "\(folder)/\(ChannelName.folder(of: namespace))")
            },
            reportLosses: { namespace, losses in
                tracker.withLock { $0.tracker }?.record(losses, of: namespace) ?? false
            },
            keepNames: { names in tracker.withLock { $0.tracker }?.keepChannelNames(names) },
            warn: { configuration.warn($0) },
            startWait: configuration.startWait,
            scheduler: environment.scheduler
        )
    }

    /// The names of the folders that are there, each brought to the form that channels look for.
    private static func leftovers(in folder: String, _ files: PosixFileAccess) -> [String] {
        let names = (try? files.names(in: folder)) ?? []
        for name in names where ChannelName.folder(of: name) != name && !names.contains(ChannelName.folder(of: name)) {
            try? files.rename("\(folder)/\(name)", to: "\(folder)/\(ChannelName.folder(of: name))")
        }
        return Set(names.map { ChannelName.folder(of: $0) }).sorted()
    }

    private static func makeChannel(
        _ namespace: String,
        _ settings: ChannelConfiguration,
        in folder: String,
        _ configuration: TrackerConfiguration,
        _ outside: TrackerEnvironment,
        _ tracker: Locked<WeakTracker>
    ) -> PrismChannel {
        let scheduler = outside.channelScheduler(namespace)
        var environment = ChannelEnvironment(
            scheduler: scheduler,
            transport: outside.channelTransport(namespace),
            random: outside.random,
            log: { configuration.warn("Channel '\(namespace)': \($0)") }
        )
        environment.network = outside.network
        environment.giveWay = outside.giveWay
        environment.zone = outside.zone
        environment.common = { tracker.withLock { $0.tracker }?.commonFields() ?? CommonFields() }
        var storage = ChannelStorage(folder: "\(folder)/\(ChannelName.folder(of: namespace))")
        // Small, for there are many of them: one segment and one to go on with.
        storage.journal.segmentBytes = min(256 << 10, max(16 << 10, configuration.journalSegmentBytes))
        storage.journal.capBytes = 16 << 20
        storage.journal.memoryCapBytes = 8 << 20
        storage.journal.burstSegments = 2
        storage.drainDelay = configuration.drainDelay
        storage.producer = outside.producer.map { String("\($0).\(namespace.filter { $0 != "-" })".prefix(64)) }
        storage.adjust = { outside.adjustChannelStorage(namespace, &$0) }
        if let place = configuration.companionPlace {
            storage = configuration.sharing(storage, of: namespace) {
                tracker.withLock { $0.tracker }?.followSnapshotSoon()
                CompanionSignal.post(place.root)
            }
        }
        return PrismChannel(
            namespace: namespace,
            channel: Channel(configuration: settings, storage: storage, environment: environment),
            scheduler: scheduler,
            trackerScheduler: outside.scheduler,
            fetch: { await tracker.withLock { $0.tracker }?.fetchedFromCompanions() },
            warn: environment.log
        )
    }

    /// Keeps the names of the namespaces that documents have named.
    private func keepChannelNames(_ names: [String]) {
        _ = self.whenReady { state in
            self.persist([(key: StateKey.channelNames, value: .array(names.map { .string($0) }))], in: state)
            return .dropped(.unchanged)
        }
    }
}

extension TrackerConfiguration {
    /// What a channel does that nobody configured: the tracker's address, and the defaults of Prism channels.
    var standardChannel: ChannelConfiguration {
        var standard = ChannelConfiguration.prism(endpoint: self.channel.endpoint, project: self.channel.project)
        standard.headers = self.channel.headers
        // Whoever has the tracker's events encrypted expects no less of records.
        standard.encryption = self.channel.encryption
        standard.requestTimeout = self.channel.requestTimeout
        if self.isCompanion { standard.isUploadEnabled = false }
        return standard
    }
}

extension StateKey {
    static let channelNames = "channel_names"
}

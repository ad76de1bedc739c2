import SpoorChannel
import SpoorStore
import SpoorWire

/// The Prism channels of one tracker: made once for each name, started when storage is open, configured by app and server.
///
/// The tracker may call in with its lock held; nothing here takes that lock while its own is held.
final class PrismChannels: Sendable {
    /// What makes channels; nothing of it changes.
    struct Maker: Sendable {
        /// Makes a channel that is not open yet.
        var make: @Sendable (_ namespace: String, _ configuration: ChannelConfiguration) -> PrismChannel
        /// What a channel does that nobody configured.
        var standard: ChannelConfiguration
        /// What is wrong with that; nil where nothing is.
        var standardRemark: String?
        /// What the app configured, by namespace.
        var configured: [String: ChannelConfiguration]
        /// The names of the folders that earlier runs left; reads the disk.
        var leftovers: @Sendable () -> [String]
        /// Removes the folder of a channel that holds nothing.
        var removeFolder: @Sendable (_ namespace: String) -> Void
        /// Records what a channel lost; answers whether that was kept.
        var reportLosses: @Sendable (_ namespace: String, LossReport) -> Bool
        /// Keeps the names that documents have named.
        var keepNames: @Sendable ([String]) -> Void
        var warn: @Sendable (String) -> Void
        /// How long the first call for a name may wait for storage.
        var startWait: Duration
        /// The tracker's own, on which its storage opens.
        var scheduler: any Scheduler
    }

    /// Why a channel is made.
    private enum Cause {
        case app
        case server
        case leftover
    }

    private struct State {
        var handles: [String: PrismChannel] = [:]
        /// The channels that are there only for what an earlier run left.
        var leftovers: Set<String> = []
        /// The folders that channels are leaving, and how many; the next channel of that folder is started afterwards.
        var leaving: [String: Int] = [:]
        /// The namespaces that the app asked for.
        var requested: Set<String> = []
        /// The namespaces that some document named; what the present one does not name any more is stopped.
        var named: Set<String> = []
        var document: ConfigurationDocument?
        /// Addresses and encryptions that the last signed document set; they hold until the next signed one.
        var kept: [String: ChannelSettings] = [:]
        var permissions = ReportPermissions()
        /// Of these classes nothing may wait on the device.
        var denied: Set<RecordClass> = []
        var isReady = false
        var isStopped = false
        var isTimerPaused = false
        var version: AppVersion?
    }

    private let maker: Maker
    private let state = Locked(State())

    init(_ maker: Maker) {
        self.maker = maker
        for name in maker.configured.keys.sorted() { _ = self.make(name, .app) }
    }

    /// The channel of a name; made where there is none.
    ///
    /// - Returns: the channel, the same one each time; nil where the name cannot be one.
    func channel(_ namespace: String) -> PrismChannel? {
        // A name of any length is hashed only once it is known to be a short one.
        guard namespace.utf8.count <= ConfigurationDocument.maxNamespaceBytes else { return self.make(namespace, .app) }
        let known = self.state.withLock { state -> PrismChannel? in
            guard let handle = state.handles[namespace] else { return nil }
            guard state.requested.insert(namespace).inserted else { return handle }
            // It was there for what it left: now it runs.
            state.leftovers.remove(namespace)
            handle.channel.apply(self.configuration(of: namespace, state))
            return handle
        }
        if let known { return known }
        return self.make(namespace, .app)
    }

    /// The channel that takes over what an extension of the app recorded; made where there is none.
    ///
    /// - Returns: the channel, also where its name differs in upper and lower case; nil where there is no room for it.
    func host(of namespace: String) -> PrismChannel? {
        let known = self.state.withLock { state -> PrismChannel? in
            guard let name = self.sibling(of: namespace, state), self.isOwn(name, state) else { return nil }
            return state.handles[name]
        }
        return known ?? self.channel(namespace)
    }

    /// Gives the storage of what the app configured ``TrackerConfiguration/startWait``, the tracker's own included.
    ///
    /// - Parameter start: when the wait for the tracker's own began.
    func awaitOpening(since start: Duration) {
        let handles = self.handles.filter { self.maker.configured[$0.namespace] != nil }
        guard !handles.isEmpty else { return }
        if !self.state.withLock({ $0.isReady }) {
            // Comes after the tracker's opening, which begins the channels'.
            guard self.maker.scheduler.run(waitingAtMost: self.left(since: start), {}) else { return }
        }
        for handle in handles { handle.awaitOpening(atMost: self.left(since: start)) }
    }

    private func left(since start: Duration) -> Duration {
        max(.zero, self.maker.startWait - (self.maker.scheduler.uptime - start))
    }

    /// Takes up the names that documents of earlier runs named, as the tracker's state keeps them.
    func restore(named kept: JSONValue?) {
        let names = (kept?.arrayValue ?? []).compactMap(\.stringValue)
        self.state.withLock { $0.named.formUnion(names) }
    }

    /// Takes addresses and encryptions that a signed document of an earlier run set.
    func take(kept: [String: ChannelSettings]) {
        self.state.withLock { state in
            state.kept = kept
            for (name, handle) in state.handles { handle.channel.apply(self.configuration(of: name, state)) }
        }
    }

    /// Follows the server's document: new namespaces begin, others follow, those it names no more stop.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - kept: addresses and encryptions that the last signed document set; nil where that is the same one.
    func take(_ document: ConfigurationDocument, kept: [String: ChannelSettings]? = nil) {
        let all = document.namespaces.keys.filter { $0 != RemoteState.namespace }.sorted()
        let (names, handles, changed) = self.state.withLock { state in
            if let kept { state.kept = kept }
            state.document = document
            // No more than can have a channel, so that no document fills memory and disk with names.
            let known = all.filter { state.handles[$0] != nil || self.isOwn($0, state) }
            let others = all.filter { !known.contains($0) }.prefix(max(0, ChannelName.maxChannels - known.count))
            let names = known + others
            let before = state.named
            state.named.formUnion(names)
            if state.named.count > Self.maxNames { state.named = Set(names).union(state.handles.keys) }
            state.leftovers.subtract(names)
            for (name, handle) in state.handles { handle.channel.apply(self.configuration(of: name, state)) }
            return (names, state.handles, state.named != before ? state.named.sorted() : nil)
        }
        if names.count < all.count {
            self.maker.warn(
                "\(all.count - names.count) of the namespaces that the server's configuration names have no channel: a "
                    + "tracker has at most \(ChannelName.maxChannels)."
            )
        }
        if let changed { self.maker.keepNames(changed) }
        for name in names where handles[name] == nil { _ = self.make(name, .server) }
    }

    /// How many names of documents are remembered.
    var namedCount: Int { self.state.withLock { $0.named.count } }

    /// The most names of documents that are remembered.
    private static let maxNames = 256

    /// Takes what the person agreed to; the caller may hold the tracker's lock.
    ///
    /// - Parameters:
    ///   - permissions: what may be recorded from now on.
    ///   - classes: what is taken back now.
    ///   - denied: all that may not be on the device.
    func permit(_ permissions: ReportPermissions, withdrawing classes: Set<RecordClass>, denied: Set<RecordClass>) {
        self.state.withLock { state in
            state.permissions = permissions
            state.denied = denied
            for handle in state.handles.values { handle.channel.permit(permissions, withdrawing: classes) }
        }
    }

    /// Opens the channels, each on its own queue, and those that earlier runs left; on the tracker's queue.
    func start(version: AppVersion?) {
        for name in self.maker.leftovers() where ChannelName.problem(with: name) == nil {
            let isKnown = self.state.withLock { self.sibling(of: name, $0) != nil }
            if !isKnown { _ = self.make(name, .leftover) }
        }
        let handles = self.state.withLock { state in
            state.isReady = true
            state.version = version
            return state.isStopped ? [] : state.handles.values.sorted { $0.namespace < $1.namespace }
        }
        for handle in handles { self.start(handle, version) }
    }

    /// Tells all channels that the app comes or goes.
    ///
    /// - Parameter body: what to tell each.
    func tell(_ body: (Channel) -> Void) {
        for handle in self.handles { body(handle.channel) }
    }

    /// Lets the timers stand still until the app is in front, also those of channels that are made meanwhile.
    func setTimersPaused(_ isPaused: Bool) {
        self.state.withLock { $0.isTimerPaused = isPaused }
        if isPaused { self.tell { $0.pauseTimer() } }
    }

    /// Ends all channels.
    func stop() async {
        let handles = self.state.withLock { state in
            state.isStopped = true
            return state.handles.values.sorted { $0.namespace < $1.namespace }
        }
        for handle in handles { await handle.stop() }
    }

    /// The channels there are, by name.
    var handles: [PrismChannel] {
        self.state.withLock { $0.handles.values.sorted { $0.namespace < $1.namespace } }
    }

    private func make(_ namespace: String, _ cause: Cause) -> PrismChannel? {
        if let problem = ChannelName.problem(with: namespace) {
            self.maker.warn(problem)
            return nil
        }
        // Made without the lock: the log is the app's code and may call back. Nothing is opened yet.
        let configuration = self.state.withLock { state in
            if cause == .app { state.requested.insert(namespace) }
            return self.configuration(of: namespace, state)
        }
        let made = self.maker.make(namespace, configuration)
        var displaced: PrismChannel?
        let (handle, problem, version) = self.state.withLock { state -> (PrismChannel?, String?, AppVersion??) in
            if let known = state.handles[namespace] { return (known, nil, nil) }
            if let problem = self.collision(of: namespace, cause, state) { return (nil, problem, nil) }
            displaced = self.displace(for: namespace, &state)
            state.handles[namespace] = made
            if cause == .leftover { state.leftovers.insert(namespace) }
            made.channel.apply(self.configuration(of: namespace, state))
            made.channel.permit(state.permissions, withdrawing: state.denied)
            if state.isStopped { made.endUnopened() }
            if state.isTimerPaused { made.channel.pauseTimer() }
            return (made, nil, self.mayStart(namespace, state) ? .some(state.version) : nil)
        }
        if let problem { self.maker.warn(problem) }
        if let displaced { self.close(displaced) {} }
        if handle === made, self.maker.configured[namespace] == nil, let remark = self.maker.standardRemark {
            self.maker.warn("Channel '\(namespace)': \(remark)")
        }
        if let handle, let version { self.start(handle, version) }
        return handle
    }

    private func mayStart(_ namespace: String, _ state: State) -> Bool {
        state.isReady && !state.isStopped && state.leaving[ChannelName.folder(of: namespace)] == nil
    }

    /// Whether the app itself wants a channel.
    private func isOwn(_ namespace: String, _ state: State) -> Bool {
        self.maker.configured[namespace] != nil || state.requested.contains(namespace)
    }

    /// Why a name has no room beside those there are.
    ///
    /// The app's own names come first: neither what the server names nor what earlier runs left takes their places.
    private func collision(of namespace: String, _ cause: Cause, _ state: State) -> String? {
        // Both have the same folder, as on many file systems they would anyway.
        if let other = self.sibling(of: namespace, state), !self.yields(other, to: cause, state) {
            return
                "The namespace '\(namespace)' differs from '\(other)' in upper and lower case alone; use one of them."
        }
        let count =
            switch cause {
            case .app: state.handles.keys.count { self.isOwn($0, state) }
            case .server: state.handles.count - state.leftovers.count
            case .leftover: 0
            }
        guard count < ChannelName.maxChannels else {
            return "The namespace '\(namespace)' has no channel: a tracker has at most \(ChannelName.maxChannels)."
        }
        return nil
    }

    /// The channel that has the folder of a name; nil where there is none.
    private func sibling(of namespace: String, _ state: State) -> String? {
        let folder = ChannelName.folder(of: namespace)
        return state.handles.keys.first { ChannelName.folder(of: $0) == folder }
    }

    /// Whether a channel gives its folder up: what the server names to the app, what earlier runs left to both.
    private func yields(_ other: String, to cause: Cause, _ state: State) -> Bool {
        switch cause {
        case .app: !self.isOwn(other, state)
        case .server: state.leftovers.contains(other)
        case .leftover: false
        }
    }

    /// Takes out the channel whose folder another one takes over; what waits in it goes on there.
    private func displace(for namespace: String, _ state: inout State) -> PrismChannel? {
        guard let other = self.sibling(of: namespace, state) else { return nil }
        state.leftovers.remove(other)
        state.leaving[ChannelName.folder(of: namespace), default: 0] += 1
        return state.handles.removeValue(forKey: other)
    }

    /// Closes a channel on its own queue, after what it has to do there, and starts the next one of its folder.
    private func close(_ handle: PrismChannel, then after: @escaping @Sendable () -> Void) {
        let folder = ChannelName.folder(of: handle.namespace)
        handle.close { [weak self] in
            after()
            self?.hasLeft(folder)
        }
    }

    /// Starts the channel that somebody asked for while its folder was being left.
    private func hasLeft(_ folder: String) {
        let (next, version) = self.state.withLock { state in
            let others = (state.leaving[folder] ?? 1) - 1
            state.leaving[folder] = others > 0 ? others : nil
            let name = self.sibling(of: folder, state)
            return (name.flatMap { self.mayStart($0, state) ? state.handles[$0] : nil }, state.version)
        }
        if let next { self.start(next, version) }
    }

    private func start(_ handle: PrismChannel, _ version: AppVersion?) {
        let report = self.maker.reportLosses
        let namespace = handle.namespace
        handle.start(version: version, reportLosses: { report(namespace, $0) }) { [weak self, weak handle] in
            if let handle { self?.letGo(of: handle) }
        }
    }

    /// Removes what an earlier run left, where nothing is in it and nobody wants it; on the channel's queue.
    private func letGo(of handle: PrismChannel) {
        let namespace = handle.namespace
        guard self.state.withLock({ $0.leftovers.contains(namespace) }), handle.channel.isEmpty else { return }
        let isLeft = self.state.withLock { state in
            guard !state.isStopped, state.handles[namespace] === handle, state.leftovers.remove(namespace) != nil else {
                return false
            }
            state.handles[namespace] = nil
            state.leaving[ChannelName.folder(of: namespace), default: 0] += 1
            return true
        }
        guard isLeft else { return }
        self.close(handle) { [maker] in maker.removeFolder(namespace) }
    }

    /// What a channel does: as the app configured it, then as the server's document says.
    private func configuration(of namespace: String, _ state: State) -> ChannelConfiguration {
        var configuration = self.maker.configured[namespace] ?? self.standard(state)
        configuration.namespace = namespace
        if let kept = state.kept[namespace] { configuration = configuration.applying(kept) }
        if let settings = state.document?.namespaces[namespace] { return configuration.following(settings) }
        let isWanted = self.isOwn(namespace, state)
        let isUnread = state.document?.unread.contains(namespace) ?? false
        let hasVanished = state.document?.stopsOthers == true && !isUnread && state.named.contains(namespace)
        if hasVanished || !isWanted {
            // What waits stays until it expires.
            configuration.isUploadEnabled = false
            configuration.isCollectionEnabled = false
        }
        return configuration
    }

    /// What a channel does that nobody configured; it goes where the server sends the tracker, encrypted as the tracker is.
    private func standard(_ state: State) -> ChannelConfiguration {
        var standard = self.maker.standard
        // With a remark the tracker's address is no collector's, whoever has named it.
        guard self.maker.standardRemark == nil else { return standard }
        for settings in [state.kept, state.document?.namespaces].compactMap({ $0?[RemoteState.namespace] }) {
            if let url = settings.url { standard.endpoint = url }
            if let encryption = settings.encryption { standard.encryption = encryption }
        }
        return standard
    }
}

import SpoorAutoTrack
import SpoorChannel
import SpoorWire

/// What is wrong with a configuration, said once, when it is used.
extension TrackerConfiguration {
    /// Takes out what cannot be used, and says so.
    mutating func check(_ environment: inout TrackerEnvironment) {
        if let id = self.anonymousID, let problem = Identity.problem(with: id) {
            self.warn("The configured anonymousID is not used: \(problem)")
            self.anonymousID = nil
        }
        if let producer = environment.producer, !EventID.isValidProducer(producer) {
            let rule = "1 to \(EventID.maxProducerLength) ASCII letters, digits, '_' or '.'"
            self.warn("The configured producer is not used: it must be \(rule).")
            environment.producer = nil
        }
        if let folder = self.folder, folder.unicodeScalars.allSatisfy(\.properties.isWhitespace) {
            self.warn("The configured folder is empty; the platform's place is used. Pass an absolute path, or nil.")
            self.folder = nil
        }
        let folder = Self.folderName(of: self.name)
        if Self.isShortened(folder) {
            self.warn(
                "The tracker's name '\(Limits.shown(self.name))' is too long for a folder; its queue lies in '\(folder)'. "
                    + "Use a name of at most \(Self.maxFolderBytes / 3) bytes."
            )
        }
        self.channels = self.channels.mapValues(\.asPrism)
        for remark in self.checkSharing(&environment) { self.warn(remark) }
        if let sessions = self.sessions, let remark = sessions.clampingRemark {
            self.warn(remark)
            self.sessions = sessions.clamped
        }
        for remark in self.autoTrack.map({ AutoTrackRules($0).remarks }) ?? [] { self.warn(remark) }
        for (name, wait) in [("drainDelay", self.drainDelay), ("startWait", self.startWait)] where wait < .zero {
            self.warn("The configured \(name) \(wait) became 0 seconds; a wait cannot be negative.")
        }
        self.drainDelay = max(self.drainDelay, .zero)
        self.startWait = max(self.startWait, .zero)
        self.channelKeys = self.channelKeys.filter { key in
            guard let problem = Campaign.problem(withChannelKey: key) else { return true }
            self.warn("The channel key '\(Limits.shown(key))' was ignored: \(problem)")
            return false
        }
    }

    /// What another configuration says otherwise, as a sentence; nil where both are alike.
    ///
    /// It compares every property but the name and the log, which cannot be compared.
    func difference(from other: TrackerConfiguration) -> String? {
        var differing: [String] = []
        if self.channel.endpoint != other.channel.endpoint {
            differing.append("endpoint '\(self.channel.endpoint)' instead of '\(other.channel.endpoint)'")
        }
        if self.channel.project != other.channel.project {
            differing.append("project '\(self.channel.project)' instead of '\(other.channel.project)'")
        }
        var channel = self.channel
        (channel.endpoint, channel.project) = (other.channel.endpoint, other.channel.project)
        if channel != other.channel { differing.append("other settings of the channel") }
        let fields: [(String, Bool)] = [
            ("folder", self.folder != other.folder), ("anonymousID", self.anonymousID != other.anonymousID),
            ("automaticEvents", self.automaticEvents != other.automaticEvents),
            ("autoTrack", self.autoTrack != other.autoTrack),
            ("sessions", self.sessions != other.sessions), ("advertisingID", self.advertisingID != other.advertisingID),
            ("hidesDeviceID", self.hidesDeviceID != other.hidesDeviceID),
            ("channelKeys", self.channelKeys != other.channelKeys), ("consent", self.consent != other.consent),
            ("channels", self.channels != other.channels),
            ("remoteConfiguration", self.remoteConfiguration != other.remoteConfiguration),
            ("marketChannel", self.marketChannel != other.marketChannel),
            ("webBridge", self.webBridge != other.webBridge),
            ("tracksPushClicks", self.tracksPushClicks != other.tracksPushClicks),
            ("sharedContainer", self.sharedContainer != other.sharedContainer),
            ("journalSegmentBytes", self.journalSegmentBytes != other.journalSegmentBytes),
            ("journalCapBytes", self.journalCapBytes != other.journalCapBytes),
            ("drainDelay", self.drainDelay != other.drainDelay), ("startWait", self.startWait != other.startWait),
        ]
        differing += fields.filter(\.1).map(\.0)
        return differing.isEmpty ? nil : differing.joined(separator: ", ")
    }
}

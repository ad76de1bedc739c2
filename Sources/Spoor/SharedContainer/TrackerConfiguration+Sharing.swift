import SpoorChannel
import SpoorStore

extension TrackerConfiguration {
    /// Whether this process leaves upload and storage to another one.
    var isCompanion: Bool { self.sharedContainer?.role == .companion }

    /// Where the processes of the app meet; nil where there is one process alone.
    var companionPlace: CompanionPlace? {
        guard let shared = self.sharedContainer else { return nil }
        var place = CompanionPlace(root: "\(shared.path)/spoor/\(Self.folderName(of: self.name))")
        place.maxBytes = max(shared.totalBytes, 64 << 10)
        return place
    }

    /// Takes out what a companion has no use for, and says so where the app asked for it.
    ///
    /// - Returns: sentences for the log.
    mutating func checkSharing(_ environment: inout TrackerEnvironment) -> [String] {
        guard let shared = self.sharedContainer else { return [] }
        guard shared.path.hasPrefix("/") else {
            self.sharedContainer = nil
            return [
                "The shared container '\(shared.path)' is not used, so this process is on its own: pass an absolute path. "
                    + "On Apple platforms the group's entitlement may be missing."
            ]
        }
        guard self.isCompanion else { return [] }
        // The vault, the server's configuration and the network are the host's.
        environment.vault = NoVault()
        self.remoteConfiguration = nil
        self.channel.isUploadEnabled = false
        for name in self.channels.keys { self.channels[name]?.isUploadEnabled = false }
        return []
    }

    /// The storage of a companion in place of a queue; the same where this is none.
    ///
    /// - Parameters:
    ///   - storage: the queue.
    ///   - namespace: the name of a channel beside the tracker's own; nil for that one.
    ///   - tended: called on the channel's queue after the files were looked after.
    /// - Returns: the storage of a companion, or the same.
    func sharing(
        _ storage: ChannelStorage,
        of namespace: String? = nil,
        tended: @escaping @Sendable () -> Void
    ) -> ChannelStorage {
        guard self.isCompanion, let shared = self.sharedContainer, let root = self.companionPlace else {
            return storage
        }
        let place = namespace.map { root.channel($0) } ?? root
        var storage = storage
        storage.companion = CompanionStorage(place: place, tended: tended)
        // Each process has a folder of its own, whatever the tracker's producer is called.
        storage.producer = nil
        // Small: each process leaves two of them, and an extension is started anew many times a day.
        storage.journal.segmentBytes = min(storage.journal.segmentBytes, 32 << 10)
        storage.journal.capBytes = max(shared.companionBytes, 64 << 10)
        storage.journal.memoryCapBytes = storage.journal.capBytes
        return storage
    }
}

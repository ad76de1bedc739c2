import SpoorStore
import SpoorWire

/// What is kept on disk: the document, the newest signed revision, and a wait that the server asked for.
extension RemoteConfigurationWorker {
    private static let waitKey = "wait"
    private static let revisionKey = "revision"
    private static let projectKey = "project"
    private static let signedKey = "signed"
    private static let addressKey = "address"

    /// Keeps a document that was taken, and the last signed one where this one is not.
    func keep(_ entry: ConfigurationCache.Entry, isSigned: Bool) {
        var content = ConfigurationCache.Content(current: entry)
        if !isSigned { content.signed = self.lastSigned }
        self.keptIsSigned = isSigned
        self.keep(content)
    }

    /// Asks without a condition from now on, after a restart too.
    func forgetTag() {
        guard var content = self.kept, content.current.etag != nil else { return }
        content.current.etag = nil
        self.keep(content)
    }

    private func keep(_ content: ConfigurationCache.Content) {
        let old = self.kept
        self.kept = content
        guard content != old else { return }
        do {
            try self.cache.write(content)
        } catch {
            self.complain("The fetched configuration holds, but cannot be kept for the next start: \(error)")
        }
    }

    private var lastSigned: ConfigurationCache.Entry? {
        self.keptIsSigned ? self.kept?.current : self.kept?.signed
    }

    /// Reads what outlives versions of the app.
    func readStatus() {
        switch self.cache.readStatus() {
        case .unreadable:
            return
        case .damaged:
            self.complain("The note of the newest signed configuration was damaged; the next one begins it anew.")
        case .absent:
            break
        case .value(let values):
            if values[Self.projectKey]?.stringValue == self.source.project {
                self.judge.restore(newestRevision: values[Self.revisionKey]?.int64Value)
                self.restoreSigned(values)
            }
            self.restoreWait(values[Self.waitKey])
        }
        self.hasStatus = true
    }

    /// Takes up the last signed document, which outlives versions for its address and encryption.
    private func restoreSigned(_ values: [String: JSONValue]) {
        guard values[Self.addressKey]?.stringValue == self.source.address,
            let entry = ConfigurationCache.Entry(values[Self.signedKey]),
            self.judge.restore(signed: entry.body, signature: entry.signature)
        else { return }
        self.newestSigned = entry
    }

    private func restoreWait(_ json: JSONValue?) {
        guard let saved = SavedBackoff(json), saved.isAskedByServer else { return }
        let now = self.scheduler.continuousTime
        let backoff = Backoff(
            restoring: saved,
            uptime: now,
            wallMilliseconds: self.scheduler.wallMilliseconds
        )
        guard backoff.end > now else { return }
        self.machine.restore(waitUntil: backoff.end, failures: backoff.failures)
    }

    /// Keeps what outlives versions of the app.
    func writeStatus() {
        // Unread, it may hold a newer revision than we know.
        guard self.hasStatus else { return }
        var values: [String: JSONValue] = [Self.projectKey: .string(self.source.project)]
        if let revision = self.judge.newestRevision { values[Self.revisionKey] = .integer(revision) }
        if let signed = self.newestSigned {
            values[Self.signedKey] = signed.json
            values[Self.addressKey] = .string(self.source.address)
        }
        if self.machine.isAskedByServer {
            let now = self.scheduler.wallMilliseconds
            let length = max(.zero, self.machine.due - self.scheduler.continuousTime).wholeMilliseconds
            values[Self.waitKey] =
                SavedBackoff(
                    failures: self.machine.failures,
                    endMilliseconds: now + length,
                    lengthMilliseconds: length,
                    askedMilliseconds: length
                ).json
        }
        do {
            try self.cache.writeStatus(values)
        } catch {
            self.complain("What is known of the server's configuration cannot be kept for the next start: \(error)")
        }
    }
}

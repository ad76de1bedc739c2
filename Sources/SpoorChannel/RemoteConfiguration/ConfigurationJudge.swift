import SpoorWire

/// Decides what a document may change: reading, signature, project and revision, in this order.
///
/// A value: it reads and writes nothing.
struct ConfigurationJudge: Sendable {
    /// What becomes of a document.
    enum Judgement: Equatable {
        /// It holds from now on.
        case taken(ConfigurationDocument, isSigned: Bool, [ConfigurationRemark])
        /// It changes nothing; the text says why.
        case refused(String)
    }

    /// The project that documents must be for.
    let project: String
    let check: SignatureCheck

    /// The revision of the newest signed document that was taken; older ones are replays.
    private(set) var newestRevision: Int64?

    /// What the last signed document set that an unsigned one cannot change, by namespace.
    private var signedSettings: [String: ChannelSettings] = [:]

    /// What holds by the last document that was taken, by namespace; one that the next leaves unreadable keeps it.
    private var held: [String: ChannelSettings] = [:]

    init(project: String, check: SignatureCheck, newestRevision: Int64? = nil) {
        self.project = project
        self.check = check
        self.newestRevision = newestRevision
    }

    /// Takes up what an earlier run knew.
    mutating func restore(newestRevision: Int64?) {
        self.newestRevision = newestRevision
    }

    /// Takes up the last signed document of an earlier run, whatever version of the app that was.
    ///
    /// Its signature is checked again. What it says beside address and encryption does not hold for other versions.
    ///
    /// - Returns: whether it is believed.
    mutating func restore(signed body: [UInt8], signature: String?) -> Bool {
        guard case .taken(_, isSigned: true, _) = self.judge(body, signature: signature) else { return false }
        self.held = [:]
        return true
    }

    /// The address and the encryption that the last signed document set, by namespace.
    var protectedSettings: [String: ChannelSettings] {
        self.signedSettings.compactMapValues { settings in
            guard settings.url != nil || settings.encryption != nil else { return nil }
            var kept = ChannelSettings()
            (kept.url, kept.encryption) = (settings.url, settings.encryption)
            return kept
        }
    }

    /// Judges a document, and remembers a signed one that is taken.
    mutating func judge(_ body: [UInt8], signature: String?) -> Judgement {
        var document: ConfigurationDocument
        var remarks: [ConfigurationRemark]
        do throws(ConfigurationError) {
            (document, remarks) = try ConfigurationDocument.read(body)
        } catch {
            return .refused("\(error)")
        }
        let finding = self.check.find(signature, of: body)
        if case .wrong(let keyID) = finding {
            return .refused(
                "The configuration's signature was not made by the key '\(keyID)': it was changed on its way, or signed "
                    + "by another key."
            )
        }
        if let project = document.project, project != self.project {
            return .refused("The configuration is for the project '\(project.prefix(60))', not '\(self.project)'.")
        }
        if let namespace = document.namespace {
            // Anybody is given such a part, signed as well; as the whole it would stop all other namespaces.
            return .refused(
                "The configuration is the part for the namespace '\(namespace.prefix(60))' alone; ask for the whole one, "
                    + "without 'namespace' in the address."
            )
        }
        if let newest = self.newestRevision, let revision = document.revision, revision < newest {
            return .refused(
                "The configuration's revision \(revision) is older than \(newest), which was signed and taken before."
            )
        }
        let isSigned = finding == .signed && document.project != nil && document.revision != nil
        if isSigned {
            self.newestRevision = document.revision
            let unread = self.signedSettings.filter { !document.listsNamespaces || document.unread.contains($0.key) }
            self.signedSettings = document.namespaces.merging(unread) { new, _ in new }
        } else {
            let bare = document.withoutProtectedSettings()
            document = bare.document
            remarks += bare.remarks
            if let reason = self.reason(finding), !bare.remarks.isEmpty {
                remarks.append(ConfigurationRemark(path: "", kind: .unsigned, sentence: reason))
            }
            for name in document.namespaces.keys {
                document.namespaces[name]?.url = self.signedSettings[name]?.url
                document.namespaces[name]?.encryption = self.signedSettings[name]?.encryption
            }
        }
        if !document.listsNamespaces { document.namespaces = self.held }
        for name in document.unread {
            guard let settings = self.held[name] else { continue }
            document.namespaces[name] = settings
            document.unread.remove(name)
        }
        self.held = document.namespaces
        return .taken(document, isSigned: isSigned, remarks)
    }

    private func reason(_ finding: SignatureCheck.Finding) -> String? {
        switch finding {
        case .unsigned(let reason): reason.map { "the document counts as unsigned: \($0)." }
        default: "the document counts as unsigned: a signed one needs \"project\" and \"revision\"."
        }
    }
}

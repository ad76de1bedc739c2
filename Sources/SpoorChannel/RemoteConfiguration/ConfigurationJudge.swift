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

    init(project: String, check: SignatureCheck, newestRevision: Int64? = nil) {
        self.project = project
        self.check = check
        self.newestRevision = newestRevision
    }

    /// Takes up what an earlier run knew.
    mutating func restore(newestRevision: Int64?) {
        self.newestRevision = newestRevision
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
        if let newest = self.newestRevision, let revision = document.revision, revision < newest {
            return .refused(
                "The configuration's revision \(revision) is older than \(newest), which was signed and taken before."
            )
        }
        let isSigned = finding == .signed && document.project != nil && document.revision != nil
        if isSigned {
            self.newestRevision = document.revision
            self.signedSettings = document.namespaces
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
        return .taken(document, isSigned: isSigned, remarks)
    }

    private func reason(_ finding: SignatureCheck.Finding) -> String? {
        switch finding {
        case .unsigned(let reason): reason.map { "the document counts as unsigned: \($0)." }
        default: "the document counts as unsigned: a signed one needs \"project\" and \"revision\"."
        }
    }
}

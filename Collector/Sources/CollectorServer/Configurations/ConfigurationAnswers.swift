import CollectorCore
import SpoorWire

/// What devices are answered, kept in memory by project and namespace: most ask for what has not changed.
final class ConfigurationAnswers: Sendable {
    /// A document with what goes with it.
    struct Answer: Sendable {
        let body: [UInt8]
        /// Changes with the document, and with who signs it: a device must not keep a signature that is none any more.
        let tag: String
        let signature: String?
    }

    private struct Known {
        let revision: Int64
        let time: Int64
        let signer: StoredKey?
        var answers: [String?: Answer] = [:]

        init(_ saved: SavedConfiguration, _ signer: StoredKey?) {
            self.revision = saved.revision
            self.time = saved.time
            self.signer = signer
        }

        /// A revision is never changed; one of the same number in a folder that was lost has another time.
        func fits(_ saved: SavedConfiguration, _ signer: StoredKey?) -> Bool {
            self.revision == saved.revision && self.time == saved.time && self.signer == signer
        }
    }

    let configurations: ConfigurationStore
    let keys: KeyStore
    private let known = Locked<[String: Known]>([:])

    init(configurations: ConfigurationStore, keys: KeyStore) {
        self.configurations = configurations
        self.keys = keys
    }

    /// The answer for a project.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - namespace: The only namespace that is wanted; nil for all.
    /// - Returns: The answer.
    /// - Throws: `ConfigurationStoreError`, `CryptoError`.
    func answer(project: String, namespace: String?) throws -> Answer {
        let saved = try self.configurations.current(project: project)
        let signer = self.keys.keys(project: project).signingRecord
        // Whatever is not there has one answer, whatever it is called.
        let namespace = namespace.map {
            saved.document.namespaces[$0] == nil ? ConfigurationDocument.noNamespace : $0
        }
        let known = self.known.withLock { known -> Answer? in
            guard let entry = known[project], entry.fits(saved, signer) else { return nil }
            return entry.answers[namespace]
        }
        if let known { return known }
        let answer = try Self.make(saved, namespace: namespace, signer: signer)
        self.known.withLock { known in
            var entry = known[project] ?? Known(saved, signer)
            if !entry.fits(saved, signer) { entry = Known(saved, signer) }
            entry.answers[namespace] = answer
            known[project] = entry
        }
        return answer
    }

    private static func make(_ saved: SavedConfiguration, namespace: String?, signer: StoredKey?) throws -> Answer {
        var document = saved.document
        // Said in what is signed, so that nobody can hand a part out as the whole.
        document.namespace = namespace
        if let namespace { document.namespaces = document.namespaces.filter { $0.key == namespace } }
        let body = document.bytes
        var signature: String?
        if let key = signer?.signingKey {
            let text = try key.signature(of: body).withUnsafeBytes { Base64.encode($0) }
            signature = key.id + ":" + String(decoding: text, as: UTF8.self)
        }
        let signed = body + Array((signer.map { $0.id + ":" + ($0.publicText ?? "") } ?? "").utf8)
        return Answer(body: body, tag: "\"\(saved.revision)-\(CachedAnswer.hash(signed))\"", signature: signature)
    }
}

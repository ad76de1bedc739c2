public import SpoorWire

/// What is to be said about a configuration before it is saved.
public struct ConfigurationReview: Sendable {
    /// The document with what could be read of it; nil where it is none at all.
    public let document: ConfigurationDocument?
    /// What would be ignored or clamped, or why it is no document; a careful sender saves nothing that has any.
    public let faults: [ConfigurationRemark]
    /// What is right by itself and may still not do what its writer wants.
    public let warnings: [ConfigurationRemark]

    /// The places where a value of a wrong type stands instead of a namespace, or of all of them.
    ///
    /// Saving must not leave these out, since apps end the channels of namespaces that are gone.
    public let dropped: [String]

    /// Whether nothing of it would be ignored or changed.
    public var isValid: Bool { self.document != nil && self.faults.isEmpty }

    /// Reviews a document.
    ///
    /// - Parameters:
    ///   - bytes: The document as JSON.
    ///   - project: The project that it is for; nil where none is known.
    ///   - keys: The project's keys; nil leaves out what needs them.
    public init(_ bytes: [UInt8], project: String? = nil, keys: ProjectKeys? = nil) {
        self.dropped = Self.dropped(bytes)
        do throws(ConfigurationError) {
            let (document, remarks) = try ConfigurationDocument.read(bytes)
            self.document = document
            self.faults = remarks + Self.faults(document)
            self.warnings = Self.warnings(document, project, keys)
        } catch {
            self.document = nil
            self.faults = [ConfigurationRemark(path: "", kind: .invalid, sentence: error.description)]
            self.warnings = []
        }
    }

    /// Namespaces stand below `namespaces`, or in the plain form at the top beside the document's own members.
    private static func dropped(_ bytes: [UInt8]) -> [String] {
        guard let json = try? JSONValue(parsing: bytes), let members = json.objectValue else { return [] }
        guard let namespaces = json["namespaces"] else {
            let own: Set<String> = ["project", "revision", "namespace", "pages", "autoTrack", "definitions"]
            return members.filter { !own.contains($0.key) && $0.value.objectValue == nil }.map(\.key)
        }
        guard let named = namespaces.objectValue else { return ["namespaces"] }
        return named.filter { $0.value.objectValue == nil }.map { "namespaces.\($0.key)" }
    }

    /// What would be lost or unwanted if the document took the place of the present one.
    private static func faults(_ document: ConfigurationDocument) -> [ConfigurationRemark] {
        guard let namespace = document.namespace else { return [] }
        let sentence =
            "the document is the part of one namespace alone, '\(namespace.prefix(120))': begin with the whole one, as "
            + "'spoor config get' prints it, or take this member out."
        return [ConfigurationRemark(path: "namespace", kind: .invalid, sentence: sentence)]
    }

    private static func warnings(
        _ document: ConfigurationDocument,
        _ project: String?,
        _ keys: ProjectKeys?
    ) -> [ConfigurationRemark] {
        var warnings: [ConfigurationRemark] = []
        if !document.listsNamespaces {
            let sentence =
                "the document does not say which namespaces there are: devices go on with those they know, and a new one "
                + "has only what is built in."
            warnings.append(ConfigurationRemark(path: "namespaces", kind: .invalid, sentence: sentence))
        }
        if let project, let named = document.project, named != project {
            let sentence = "the document names the project \"\(named)\"; it is saved for '\(project)'."
            warnings.append(ConfigurationRemark(path: "project", kind: .invalid, sentence: sentence))
        }
        if let keys, keys.signingRecord == nil {
            warnings += document.withoutProtectedSettings().remarks.map { remark in
                ConfigurationRemark(
                    path: remark.path,
                    kind: .unsigned,
                    sentence: "the project has no signing key, so devices will ignore this: make one by 'spoor keys "
                        + "create --kind signing', and build its public half into the app."
                )
            }
        }
        for (name, settings) in document.namespaces.sorted(by: { $0.key < $1.key }) {
            guard let sentence = settings.encryption.flatMap({ Self.warning($0, keys) }) else { continue }
            let path = "namespaces.\(name).\(SettingField.encryption.rawValue)"
            warnings.append(ConfigurationRemark(path: path, kind: .invalid, sentence: sentence))
        }
        return warnings
    }

    /// What a change stops on devices, a remark for each namespace that is named no more.
    ///
    /// - Parameters:
    ///   - old: What held before.
    ///   - new: What holds from now on.
    /// - Returns: The remarks.
    public static func stops(from old: ConfigurationDocument, to new: ConfigurationDocument) -> [ConfigurationRemark] {
        guard new.stopsOthers else { return [] }
        return old.names.subtracting(new.names).sorted().map { name in
            ConfigurationRemark(
                path: "namespaces.\(name)",
                kind: .invalid,
                sentence:
                    "it is named no more, so devices stop it: they record and upload nothing there, also where the app "
                    + "configures it itself. To go back to what is built into the app, name it without settings: {}."
            )
        }
    }

    /// What may be wrong with an encryption; nil where nothing is.
    private static func warning(_ encryption: Encryption, _ keys: ProjectKeys?) -> String? {
        if case .aes128CBC(let key) = encryption {
            let secret = "whoever asks for the configuration gets this key, and can read what devices send"
            guard let keys else { return secret + ": prefer a sealed encryption." }
            let isKnown = keys.key(key.id)?.sharedKey == key
            return isKnown ? secret + ": prefer a sealed encryption." : Self.unopened(key.id) + "; and \(secret)."
        }
        guard case .sealed(let key) = encryption, let keys else { return nil }
        guard let known = keys.key(key.id), known.openingKey?.sealingKey == key else {
            return Self.unopened(key.id) + "."
        }
        return known.state == .active ? nil : "the key '\(key.id)' is retired: give apps another one."
    }

    private static func unopened(_ id: String) -> String {
        "the project has no such key '\(id)': what devices encrypt with it cannot be opened, and waits on them"
    }
}

public import SpoorWire

/// What a key of the collector is for.
public enum KeyKind: String, CaseIterable, Sendable {
    /// Opens what apps seal with the public half (P-256).
    case opening
    /// Opens what apps encrypt with the same key (AES-128).
    case shared
    /// Signs remote configurations (P-256).
    case signing
}

/// Whether new apps should still be given a key.
public enum KeyState: String, CaseIterable, Sendable {
    /// In use.
    case active
    /// No longer given to apps; it still opens what devices encrypted before.
    case retired
}

/// One key of a project, as it is kept in a file of its own.
public struct StoredKey: Equatable, Sendable, CustomStringConvertible {
    /// The name by which packets ask for it; unique in its project.
    public let id: String
    /// What it is for.
    public let kind: KeyKind
    /// Whether it is in use.
    public internal(set) var state: KeyState
    /// When it was made, in milliseconds since 1970 UTC.
    public let created: Int64
    /// When it was retired; nil while it is active.
    public internal(set) var retired: Int64?
    /// The secret in Base64.
    let secret: String

    /// The id and what is known of it; never the secret.
    public var description: String { "StoredKey(\(self.id), \(self.kind.rawValue), \(self.state.rawValue))" }

    /// The key for sealed bodies; nil for another kind.
    public var openingKey: OpeningKey? {
        self.kind == .opening ? try? OpeningKey(id: self.id, base64: self.secret) : nil
    }

    /// The key that both ends hold; nil for another kind.
    public var sharedKey: SharedKey? { self.kind == .shared ? try? SharedKey(id: self.id, base64: self.secret) : nil }

    /// The key for signatures; nil for another kind.
    public var signingKey: SigningKey? {
        self.kind == .signing ? try? SigningKey(id: self.id, base64: self.secret) : nil
    }

    /// The half to give to apps, in Base64; nil for a shared key, which has none.
    public var publicText: String? {
        self.openingKey?.sealingKey.base64 ?? self.signingKey?.verifyingKey.base64
    }

    /// Whether the secret is one of its kind.
    var isUsable: Bool {
        switch self.kind {
        case .opening: self.openingKey != nil
        case .shared: self.sharedKey != nil
        case .signing: self.signingKey != nil
        }
    }
}

extension StoredKey: CustomReflectable {
    /// Shows the id alone, so that no dump holds the secret.
    public var customMirror: Mirror { Mirror(self, children: ["id": self.id]) }
}

extension StoredKey {
    /// Makes a new key.
    static func make(
        id: String,
        kind: KeyKind,
        created: Int64,
        random: @escaping RandomBytes
    ) throws(CryptoError) -> StoredKey {
        let secret =
            switch kind {
            case .opening: try OpeningKey.generate(id: id, random: random).base64
            case .shared: try SharedKey.generate(id: id, random: random).base64
            case .signing: try SigningKey.generate(id: id, random: random).base64
            }
        return StoredKey(id: id, kind: kind, state: .active, created: created, retired: nil, secret: secret)
    }

    /// Reads a key's file; nil where it is none.
    init?(json: JSONValue) {
        guard let id = json["id"]?.stringValue, let secret = json["key"]?.stringValue,
            let kind = json["kind"]?.stringValue.flatMap(KeyKind.init(rawValue:)),
            let state = json["state"]?.stringValue.flatMap(KeyState.init(rawValue:))
        else { return nil }
        self.init(
            id: id,
            kind: kind,
            state: state,
            created: json["created"]?.int64Value ?? 0,
            retired: json["retired"]?.int64Value,
            secret: secret
        )
        guard self.isUsable else { return nil }
    }

    /// The text of its file.
    var json: JSONValue {
        [
            "id": .string(self.id), "kind": .string(self.kind.rawValue), "state": .string(self.state.rawValue),
            "created": .integer(self.created), "retired": self.retired.map { .integer($0) } ?? .null,
            "key": .string(self.secret),
        ]
    }
}

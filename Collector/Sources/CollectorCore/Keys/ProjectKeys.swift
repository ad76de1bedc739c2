public import SpoorWire

/// The keys of one project as they were read.
public struct ProjectKeys: Sendable {
    /// All keys, the active ones first, newer ones before older ones.
    public private(set) var all: [StoredKey] = []
    /// Files that should be keys and cannot be read.
    public private(set) var problems: [String] = []
    /// What opens packets: retired keys too.
    public private(set) var keyring = Keyring()

    init() {}

    init(_ entries: [KeyFolder.Entry]) {
        for entry in entries {
            switch entry {
            case .problem(let file): self.problems.append(file)
            case .key(let key):
                self.all.append(key)
                if let key = key.openingKey { self.keyring.insert(key) }
                if let key = key.sharedKey { self.keyring.insert(key) }
            }
        }
        self.all.sort { left, right in
            if left.state != right.state { return left.state == .active }
            return (right.created, left.id) < (left.created, right.id)
        }
    }

    /// The key of an id.
    public func key(_ id: String) -> StoredKey? { self.all.first { $0.id == id } }

    /// What opens packets of a sender that names its key; nil where there is no such key.
    public func keyring(naming id: String) -> Keyring? {
        guard let key = self.key(id), key.kind != .signing else { return nil }
        return Keyring(opening: key.openingKey.map { [$0] } ?? [], shared: key.sharedKey.map { [$0] } ?? [])
    }

    /// The newest active key for signatures; nil where there is none.
    public var signingKey: SigningKey? {
        self.all.lazy.filter { $0.state == .active }.compactMap(\.signingKey).first
    }

    /// The key that ``signingKey`` is made of: comparing it costs less than making one.
    public var signingRecord: StoredKey? { self.all.first { $0.state == .active && $0.kind == .signing } }
}

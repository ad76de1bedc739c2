import SpoorWire

/// How bodies are encrypted in the benchmark, with keys made for it.
enum EncryptionChoice: String, CaseIterable {
    case none, aes, sealed
}

/// One key of each kind.
struct PacketKeys {
    let shared: SharedKey
    let opening: OpeningKey

    init() throws {
        self.shared = try SharedKey.generate(id: "s1")
        self.opening = try OpeningKey.generate(id: "k1")
    }

    var keyring: Keyring { Keyring(opening: [self.opening], shared: [self.shared]) }

    func encryption(_ choice: EncryptionChoice) -> Encryption {
        switch choice {
        case .none: .none
        case .aes: .aes128CBC(self.shared)
        case .sealed: .sealed(self.opening.sealingKey)
        }
    }
}

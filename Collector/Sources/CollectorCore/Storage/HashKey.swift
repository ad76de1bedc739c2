import SpoorSQLite

/// The key of a project's id hashes: random, made once.
enum HashKey {
    static func load(_ connection: Connection) throws -> SipHash {
        if case .blob(let bytes) = try connection.value("SELECT value FROM setting WHERE key = 'hash_key'"),
            bytes.count == 16
        {
            return Self.hash(bytes)
        }
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        try connection.run("INSERT OR REPLACE INTO setting (key, value) VALUES ('hash_key', ?)", [.blob(bytes)])
        return Self.hash(bytes)
    }

    private static func hash(_ bytes: [UInt8]) -> SipHash {
        bytes.withUnsafeBytes { raw in
            SipHash(
                key0: UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self)),
                key1: UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }
}

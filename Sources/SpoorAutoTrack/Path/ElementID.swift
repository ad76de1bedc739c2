/// The identity of an element: a short text that holds across releases of the app and the system.
enum ElementID {
    /// The number of the rules by which identities are made; another one tells other identities.
    static let version = 1

    /// The 64-bit FNV-1a hash of a normalised path, as 16 hexadecimal digits.
    static func id(of normalisedPath: String) -> String {
        let hash = self.hash(normalisedPath.utf8)
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The hash of a path, or of one that goes on from another's.
    static func hash(_ bytes: some Sequence<UInt8>, after start: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
        bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    /// The hash that an id tells; nil for a name of the app's own.
    static func hash(of id: String) -> UInt64? {
        id.utf8.count == 16 && id.lowercased() == id ? UInt64(id, radix: 16) : nil
    }
}

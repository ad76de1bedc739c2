/// The identity of an element: a short text that holds across releases of the app and the system.
enum ElementID {
    /// The number of the rules by which identities are made; another one tells other identities.
    static let version = 1

    /// The 64-bit FNV-1a hash of a normalised path, as 16 hexadecimal digits.
    static func id(of normalisedPath: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in normalisedPath.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

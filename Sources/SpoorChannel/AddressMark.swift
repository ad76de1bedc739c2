/// Tells one upload address from another without keeping a word of it: addresses may carry tokens.
enum AddressMark {
    /// The mark of an address: 32 bits of a hash, too few to find a token by.
    static func of(_ address: String) -> String {
        let hash = address.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 }
        return String(UInt32(truncatingIfNeeded: hash ^ hash >> 32), radix: 16)
    }
}

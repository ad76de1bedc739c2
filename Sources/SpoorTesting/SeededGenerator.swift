/// Random numbers that are the same again for the same seed, so that a test with random input can be repeated.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator.
    ///
    /// - Parameter seed: what chooses the numbers; any value is good.
    public init(seed: UInt64) {
        self.state = seed
    }

    /// The next number.
    public mutating func next() -> UInt64 {
        self.state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = self.state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from zero to below a limit, which must be positive.
    public mutating func below(_ limit: Int) -> Int { Int(self.next() % UInt64(limit)) }
}

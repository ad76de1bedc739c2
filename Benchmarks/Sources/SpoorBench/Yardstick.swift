import Dispatch
import SpoorWire

/// How fast the machine itself is at the moment: a fixed piece of work, on one core and then on two at once.
///
/// A core that shares its execution units with another, ours or a neighbour's, shows here as in every other figure: a
/// quiet round and a crowded one differ by half and more, and are told apart by this.
enum Yardstick {
    private static let results = Locked<UInt64>(0)

    /// Milliseconds for the fixed work.
    ///
    /// - Parameter threads: how many threads do it at once, each the whole of it.
    /// - Returns: the time until the last one is done.
    static func milliseconds(threads: Int) -> Double {
        let start = Measures.now()
        DispatchQueue.concurrentPerform(iterations: threads) { seed in
            let result = Self.work(seed)
            self.results.withLock { $0 ^= result }
        }
        return Double(Measures.now() - start) / 1e6
    }

    /// Copies and scrambles a buffer that fits into the second-level cache, as encoding an event does.
    private static func work(_ seed: Int) -> UInt64 {
        var source = [UInt64](repeating: 0, count: 16_384)
        for index in source.indices { source[index] = UInt64(index &+ seed) &* 0x9E37_79B9_7F4A_7C15 }
        var lanes = SIMD8<UInt64>(repeating: UInt64(seed) &+ 1)
        for round in 0..<12_000 {
            for index in stride(from: 0, to: source.count, by: 8) {
                let slot = Int(truncatingIfNeeded: lanes[round & 7] & 0x3FFF)
                lanes = (lanes &* 3 &+ source[index]) ^ (lanes &>> 3)
                source[slot] = lanes[0]
            }
        }
        return lanes.wrappedSum()
    }
}

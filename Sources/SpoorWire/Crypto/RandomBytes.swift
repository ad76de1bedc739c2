/// Gives as many random bytes as it is asked for.
///
/// Keys, initialisation vectors and ephemeral keys come from one of these, so that a test can say what they are. A source
/// that gives fewer bytes than asked makes the operation fail; it never makes a weaker key.
public typealias RandomBytes = @Sendable (_ count: Int) -> [UInt8]

/// The system's own source of random bytes, fit for keys.
public enum SystemRandom {
    /// Random bytes of the operating system.
    public static let bytes: RandomBytes = { count in
        var generator = SystemRandomNumberGenerator()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(max(count, 0))
        while bytes.count < count {
            let left = count - bytes.count
            withUnsafeBytes(of: generator.next()) { bytes.append(contentsOf: $0.prefix(left)) }
        }
        return bytes
    }
}

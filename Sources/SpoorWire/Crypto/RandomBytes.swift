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
        return (0..<max(count, 0)).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#else
#error("No C library with write is known for this platform.")
#endif

/// Something the host app's developers should know.
public struct LogMessage: Equatable, Sendable {
    /// How urgent it is.
    public enum Level: String, Sendable {
        /// Worth knowing.
        case info
        /// Data was dropped, or will be late.
        case warning
    }

    /// How urgent it is.
    public var level: Level

    /// One sentence that says what happened and what to do.
    public var text: String

    /// Creates a message.
    public init(_ level: Level, _ text: String) {
        self.level = level
        self.text = text
    }

    /// Writes warnings to stderr, one line each.
    public static func print(_ message: LogMessage) {
        guard message.level == .warning else { return }
        var line = "spoor: \(message.text)\n"
        line.withUTF8 { bytes in _ = write(2, bytes.baseAddress, bytes.count) }
    }
}

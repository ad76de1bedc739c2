#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// How far a long command has come, in one line that is written over; only where a person can see it.
struct ProgressLine: Sendable {
    private let isShown = isatty(STDERR_FILENO) == 1

    /// Shows `text` in place of the last one.
    func show(_ text: String) {
        guard self.isShown else { return }
        var line = "\r\u{1B}[K" + text
        line.withUTF8 { bytes in _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
    }

    /// Takes the line away.
    func clear() {
        self.show("")
    }
}

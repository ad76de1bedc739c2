#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Where a command writes: results to standard output, everything else to standard error.
public struct Console: Sendable {
    private let output: @Sendable (String) -> Void
    private let errors: @Sendable (String) -> Void

    /// Creates a console from two sinks; each gets whole lines without a line break.
    public init(output: @escaping @Sendable (String) -> Void, errors: @escaping @Sendable (String) -> Void) {
        self.output = output
        self.errors = errors
    }

    /// The process's own standard output and error.
    public static let standard = Console(
        output: { Self.write($0, to: STDOUT_FILENO) },
        errors: { Self.write($0, to: STDERR_FILENO) }
    )

    /// Writes a line of the result.
    func show(_ line: String) {
        self.output(line)
    }

    /// Writes a line about the run: what went wrong, or where it stands.
    func tell(_ line: String) {
        self.errors(line)
    }

    /// Writes at once, so that a reader of a pipe sees each line when it is written.
    private static func write(_ line: String, to descriptor: Int32) {
        var bytes = Array((line + "\n").utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { Self.write($0, descriptor) }
            guard written > 0 else { return }
            bytes = bytes.dropFirst(written)
        }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, _ descriptor: Int32) -> Int {
        #if canImport(Glibc)
        Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #else
        Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }
}

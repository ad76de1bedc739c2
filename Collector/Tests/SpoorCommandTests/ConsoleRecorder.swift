import SpoorWire

@testable import SpoorCommand

/// Keeps what a command writes.
final class ConsoleRecorder: Sendable {
    private let lines = Locked((output: [String](), errors: [String]()))

    var console: Console {
        Console(
            output: { line in self.lines.withLock { $0.output.append(line) } },
            errors: { line in self.lines.withLock { $0.errors.append(line) } }
        )
    }

    var output: String { self.lines.withLock { $0.output.joined(separator: "\n") } }
    var errors: String { self.lines.withLock { $0.errors.joined(separator: "\n") } }
}

import Foundation
import SpoorWire

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Lets a command clean up after Ctrl-C or SIGTERM: its children are ended, and it comes to its own end.
final class Interruption: Sendable {
    private struct State: Sendable {
        var isRaised = false
        var children: [Process] = []
    }

    // The handler may touch nothing but this.
    nonisolated(unsafe) private static var bell: Int32 = -1

    private let state = Locked(State())

    /// Runs `body` so that the first signal is told to its argument; a second one ends the process at once.
    static func guarding<Result>(
        _ body: (Interruption) async throws -> Result
    ) async throws -> Result {
        let interruption = Interruption()
        let pipe = Pipe()
        Self.bell = pipe.fileHandleForWriting.fileDescriptor
        // A handler and not "ignore": children would inherit the latter.
        for number in [SIGINT, SIGTERM] {
            signal(number) { _ in
                var byte: UInt8 = 1
                _ = write(Interruption.bell, &byte, 1)
            }
        }
        let reader = pipe.fileHandleForReading
        Thread.detachNewThread {
            guard !reader.availableData.isEmpty else { return }
            for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
            interruption.raise()
        }
        defer {
            for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
            try? pipe.fileHandleForWriting.close()
        }
        return try await body(interruption)
    }

    /// Whether it has come.
    var isRaised: Bool { self.state.withLock { $0.isRaised } }

    /// Says that it has come, and ends the children.
    func raise() {
        let children = self.state.withLock { state in
            state.isRaised = true
            return state.children
        }
        for child in children { child.terminate() }
    }

    /// Throws once it has come.
    func check() throws(CommandFailure) {
        guard self.isRaised else { return }
        throw CommandFailure("Interrupted.")
    }

    /// Waits for the end of a child, which an interruption brings about.
    func end(of child: Process) async throws(CommandFailure) {
        let isLate = self.state.withLock { state in
            state.children.append(child)
            return state.isRaised
        }
        if isLate { child.terminate() }
        await ChildProcess.end(of: child)
        self.state.withLock { $0.children.removeAll { $0 === child } }
        try self.check()
    }
}

import ChildPrograms
import Foundation
import SpoorWire

/// A real process beside the tests, and what it has printed so far.
final class ChildProcess: Sendable {
    private struct State {
        var printed: [UInt8] = []
        var isAtEnd = false
    }

    private let program: ChildProgram
    private let input: Pipe
    private let state = Locked(State())

    /// Starts a program; one without a slash is looked for in the search path.
    init(
        _ program: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        printsErrors: Bool = true
    ) throws {
        let (input, output) = (Pipe(), Pipe())
        self.program = try ChildProgram(
            program,
            arguments,
            environment: environment,
            input: input.fileHandleForReading.fileDescriptor,
            output: output.fileHandleForWriting.fileDescriptor,
            printsErrors: printsErrors
        )
        // The program's ends of the pipes are its own.
        try input.fileHandleForReading.close()
        try output.fileHandleForWriting.close()
        self.input = input
        let state = self.state
        let reading = output.fileHandleForReading
        Thread.detachNewThread {
            while true {
                let part = reading.availableData
                state.withLock { state in
                    state.printed += part
                    state.isAtEnd = part.isEmpty
                }
                if part.isEmpty { return }
            }
        }
    }

    deinit {
        guard self.isRunning else { return }
        self.kill()
        _ = self.program.wait()
    }

    /// The child that the tests build.
    static func spoor(
        _ arguments: [String],
        environment: [String: String] = [:],
        printsErrors: Bool = true
    ) throws -> ChildProcess {
        try ChildProcess(Self.spoorPath, arguments, environment: environment, printsErrors: printsErrors)
    }

    /// Where the child is: beside the tests' own program.
    static let spoorPath: String = {
        #if canImport(Darwin)
        var folder = Bundle(for: ChildProcess.self).bundleURL.deletingLastPathComponent()
        #else
        let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        #endif
        return folder.appendingPathComponent("KillChild").path
    }()

    /// Everything printed so far.
    var printed: [UInt8] { self.state.withLock { $0.printed } }

    /// The whole lines printed so far.
    var lines: [String] {
        String(decoding: self.printed, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    var isRunning: Bool { self.program.end == nil }

    func write(_ line: String) throws {
        try self.input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Ends the process's input, which asks most of them to end.
    func endInput() throws { try self.input.fileHandleForWriting.close() }

    /// Ends the process as the system does: at once, without a word.
    func kill() { Foundation.kill(self.program.identifier, SIGKILL) }

    /// Waits for the process; answers its exit code, or minus the signal that ended it.
    func end() async -> Int32? {
        guard await RealTime.pass(until: { !self.isRunning && self.state.withLock { $0.isAtEnd } }) else { return nil }
        return self.program.end
    }
}

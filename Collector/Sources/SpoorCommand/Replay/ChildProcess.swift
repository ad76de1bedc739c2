import Foundation

/// Further runs of this very command.
enum ChildProcess {
    /// The path of the running command.
    private static var ownPath: String {
        #if os(Linux)
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        #else
        Bundle.main.executablePath ?? CommandLine.arguments[0]
        #endif
    }

    /// Starts the command with other arguments; it ends when this process does (``ParentWatch``).
    ///
    /// - Parameters:
    ///   - arguments: what follows the command's name.
    ///   - output: where its standard output goes; nil lets it share ours.
    /// - Returns: the process, which runs.
    /// - Throws: ``CommandFailure`` where the system starts none.
    static func start(_ arguments: [String], output: FileHandle? = nil) throws(CommandFailure) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: self.ownPath)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging([ParentWatch.variable: "1"]) { $1 }
        // Never written to: the process keeps our end open as long as we live.
        process.standardInput = Pipe()
        if let output { process.standardOutput = output }
        do {
            try process.run()
        } catch {
            throw CommandFailure(
                "A second run of this command could not be started: see that '\(self.ownPath)' is still there, and that "
                    + "this user may start another process."
            )
        }
        return process
    }

    /// Runs the command to its end.
    ///
    /// - Parameters:
    ///   - arguments: what follows the command's name.
    ///   - interruption: what ends it before its time.
    /// - Throws: ``CommandFailure`` where it ends with anything but success; it has said why itself.
    static func run(_ arguments: [String], _ interruption: Interruption) async throws(CommandFailure) {
        try interruption.check()
        let process = try self.start(arguments)
        try await interruption.end(of: process)
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw CommandFailure(
                "The stage '\(self.title(of: arguments))' did not succeed; see above."
            )
        }
    }

    /// The command, and the stage where one is named.
    private static func title(of arguments: [String]) -> String {
        let stage = arguments.firstIndex(of: "--stage").flatMap { arguments.dropFirst($0 + 1).first }
        return [arguments.first, stage].compactMap { $0 }.joined(separator: " ")
    }

    /// Returns once a process has ended.
    static func end(of process: Process) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                process.waitUntilExit()
                continuation.resume()
            }
        }
    }
}

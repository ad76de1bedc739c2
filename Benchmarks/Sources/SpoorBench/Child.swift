import Foundation

/// A process the benchmark starts and reads a line of.
final class Child {
    private let process = Process()
    private let output = Pipe()
    private var pending: [UInt8] = []

    /// Starts a command; its standard error is ours.
    init(_ path: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        self.process.executableURL = URL(fileURLWithPath: path)
        self.process.arguments = arguments
        self.process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        self.process.standardInput = FileHandle.nullDevice
        self.process.standardOutput = self.output
        do {
            try self.process.run()
        } catch {
            throw BenchError("'\(path)' cannot be started: \(error.localizedDescription)")
        }
        try? self.output.fileHandleForWriting.close()
    }

    /// The next line of its output; nil at the end.
    func line() -> String? {
        while true {
            if let end = self.pending.firstIndex(of: UInt8(ascii: "\n")) {
                defer { self.pending.removeFirst(end + 1) }
                return String(decoding: self.pending[..<end], as: UTF8.self)
            }
            let data = self.output.fileHandleForReading.availableData
            guard !data.isEmpty else { return nil }
            self.pending += data
        }
    }

    /// The figures on its next line, once it has ended.
    func figures() throws -> [String: Double] {
        try self.values().compactMapValues { ($0 as? NSNumber)?.doubleValue }
    }

    /// The figures and words on its next line, once it has ended.
    func values() throws -> [String: Any] {
        let line = self.line() ?? ""
        self.process.waitUntilExit()
        guard self.process.terminationStatus == 0,
            let values = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        else { throw BenchError("a run failed: \(self.process.arguments?.joined(separator: " ") ?? "")") }
        return values
    }

    /// Waits for its end; throws where it failed.
    func waitForSuccess() throws {
        self.process.waitUntilExit()
        guard self.process.terminationStatus == 0 else {
            throw BenchError("a run failed: \(self.process.arguments?.joined(separator: " ") ?? "")")
        }
    }

    /// Ends it and waits.
    ///
    /// A child of a dispatch thread has every other signal blocked.
    func stop() {
        kill(self.process.processIdentifier, SIGKILL)
        self.process.waitUntilExit()
    }
}

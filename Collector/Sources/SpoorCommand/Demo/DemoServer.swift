import Foundation

/// The demo's collector: `spoor serve` in a process of its own.
struct DemoServer {
    /// Where it listens, such as `http://127.0.0.1:8106`.
    let address: String
    private let process: Process

    /// Starts it and waits until it says where it listens.
    static func start(data: String, port: Int, plotly: String?) async throws(CommandFailure) -> DemoServer {
        let pipe = Pipe()
        var arguments = ["serve", "--data", data, "--port", String(port), "--time-zone", "UTC"]
        if let plotly { arguments += ["--plotly", plotly] }
        let process = try ChildProcess.start(arguments, output: pipe.fileHandleForWriting)
        // Our copy of the writing end would keep the pipe open after the collector has ended.
        try? pipe.fileHandleForWriting.close()
        guard let line = await self.firstLine(of: pipe.fileHandleForReading), let address = self.address(in: line)
        else {
            process.terminate()
            throw CommandFailure("The collector did not start on port \(port); see above, or choose another by --port.")
        }
        return DemoServer(address: address, process: process)
    }

    /// Stops it as Ctrl-C would, and waits for its end.
    func stop() async {
        self.process.terminate()
        await ChildProcess.end(of: self.process)
    }

    private static func firstLine(of handle: FileHandle) async -> String? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var text: [UInt8] = []
                while !text.contains(UInt8(ascii: "\n")) {
                    let data = handle.availableData
                    guard !data.isEmpty else { break }
                    text += data
                }
                let line = text.prefix { $0 != UInt8(ascii: "\n") }
                continuation.resume(returning: line.isEmpty ? nil : String(decoding: line, as: UTF8.self))
            }
        }
    }

    private static func address(in line: String) -> String? {
        let words = line.split(whereSeparator: { $0 == " " || $0 == "," })
        return words.first { $0.hasPrefix("http://") }.map(String.init)
    }
}

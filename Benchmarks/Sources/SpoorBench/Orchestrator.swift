import Foundation

/// Runs every scenario several times in fresh processes and folders, and makes the table.
final class Orchestrator {
    private let options: BenchOptions
    private let repeats: Int
    private let own: String
    private var samples: [String: [Double]] = [:]
    /// Which case was the worst of each round, where that is told.
    private var worst: [String: [String]] = [:]
    private var wireFigures: [String: Double] = [:]
    /// Larger bursts are no default any more: 100 000 records may wait.
    private let burst = 100_000

    init(_ options: BenchOptions) throws {
        self.options = options
        self.repeats = max(1, options.number("repeats", 5))
        self.own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    }

    func run() async throws {
        for round in 1...self.repeats {
            let alone = Yardstick.milliseconds(threads: 1)
            let together = Yardstick.milliseconds(threads: 2)
            self.say("round \(round) of \(self.repeats); yardstick: \(Int(alone)) ms alone, \(Int(together)) ms by two")
            // Peers before us in one round and after us in the next, so that neither always meets the warmer machine.
            if round.isMultiple(of: 2), !self.isPacketsOnly { try self.peers() }
            try self.codec()
            if self.isPacketsOnly { continue }
            try self.autoTrack()
            try self.recordAndUpload()
            try self.slowStorage()
            try self.paced()
            try self.fourThreads()
            if !round.isMultiple(of: 2) { try self.peers() }
        }
        try self.wire()
        if !self.isPacketsOnly {
            try self.sizes()
            try self.collector()
        }
        try self.report()
    }

    /// Whether only what concerns packets and encryption is measured, which takes seconds.
    private var isPacketsOnly: Bool { self.options["only"] == "packets" }

    private func codec() throws {
        for (name, value) in try Child(self.own, ["codec"]).figures() { self.note(name, value) }
    }

    private func autoTrack() throws {
        for (name, value) in try Child(self.own, ["autotrack"]).figures() { self.note(name, value) }
    }

    /// Counted once: bytes are the same in every round.
    private func wire() throws {
        let clicks = self.options["clicks"]
        self.say(clicks.map { "wire: the click stream '\($0)'" } ?? "wire: no --clicks: a click stream is made")
        self.wireFigures = try Child(self.own, ["wire"] + (clicks.map { ["--clicks", $0] } ?? [])).figures()
    }

    private func recordAndUpload() throws {
        try self.inFolder { folder in
            let burst = try self.record(["--n", "\(self.burst)", "--dir", folder], count: self.burst)
            self.note("track_median_ns", burst["p50_ns"])
            self.say("  track: \(Int(burst["p50_ns"] ?? 0)) ns")
            self.note("track_p99_ns", burst["p99_ns"])
            self.note("cpu_us_per_stored_event", burst["record_cpu_us_per_event"])
            self.note("events_per_s_1_thread", burst["record_total_s"].map { Double(self.burst) / $0 })
            self.note("rss_mb_burst_peak", burst["peak_rss_mb"])
            self.note("stored_bytes_per_event", burst["bytes_per_event"])
            try self.withCopy(of: folder) { copy in
                let waiting = try Child(self.own, ["wait", "--dir", copy]).figures()
                self.note("rss_mb_100k_waiting", waiting["rss_mb"])
                self.note("dirty_mb_100k_waiting", waiting["dirty_mb"])
            }
            try self.withCopy(of: folder) { copy in
                self.note("upload_events_per_s_50ms", try self.upload(copy, delay: 50, count: self.burst).rate)
            }
            let upload = try self.upload(folder, delay: 0, count: self.burst)
            self.note("upload_events_per_s", upload.rate)
            self.note("wire_bytes_per_event", upload.bytes)
        }
    }

    /// One recording child; void unless every event of it was stored.
    private func record(_ arguments: [String], count: Int) throws -> [String: Double] {
        let figures = try Child(self.own, ["track"] + arguments).figures()
        guard figures["n"] == Double(count), figures["stored"] == Double(count) else {
            throw BenchError("void: \(figures["stored"] ?? 0) of \(count) events were stored")
        }
        if let held = figures["held"], held > 0 {
            self.say("\(Int(held)) of \(count) calls were held in memory: not kill-safe on return")
        }
        return figures
    }

    private func upload(_ folder: String, delay: Int, count: Int) throws -> (rate: Double, bytes: Double) {
        let sink = try Child(self.own, ["sink", "--delay-ms", "\(delay)"])
        defer { sink.stop() }
        guard let port = sink.line().flatMap({ UInt16($0) }) else { throw BenchError("the sink did not start") }
        let figures = try Child(
            self.own,
            ["flush", "--n", "\(count)", "--dir", folder, "--sink", "http://127.0.0.1:\(port)"]
        ).figures()
        let socket = try LoopbackSocket.connect(port: port)
        socket.write(Array("GET /verify HTTP/1.1\r\nHost: sink\r\nContent-Length: 0\r\n\r\n".utf8))
        var reader = HTTPMessageReader(socket: socket)
        let answer = String(decoding: reader.next()?.body ?? [], as: UTF8.self)
        guard answer.contains("\"unique\":\(count),"), answer.contains("\"duplicates\":0"),
            answer.contains("\"unreadable\":0"), let seconds = figures["flush_s"]
        else { throw BenchError("void: the sink holds \(answer)") }
        return (Double(count) / seconds, (figures["sent_bytes"] ?? 0) / Double(count))
    }

    private func paced() throws {
        try self.inFolder { folder in
            let figures = try self.record(["--n", "1500", "--rate", "500", "--dir", folder], count: 1500)
            self.note("track_paced_median_ns", figures["p50_ns"])
        }
    }

    private func fourThreads() throws {
        try self.inFolder { folder in
            let figures = try self.record(["--n", "\(self.burst)", "--extra", "4", "--dir", folder], count: self.burst)
            self.note("events_per_s_4_threads", figures["record_total_s"].map { Double(self.burst) / $0 })
        }
    }

    /// The worst public call while storage is slow, by a program of its own.
    private func slowStorage() throws {
        let folder = URL(fileURLWithPath: self.own).deletingLastPathComponent().path
        let values = try Child("\(folder)/SlowStorage", []).values()
        let figures = values.compactMapValues { ($0 as? NSNumber)?.doubleValue }
        guard let writes = figures["slow_writes"], writes > 0 else { throw BenchError("void: no write was slow") }
        let name = "slow_storage_worst_call_ms"
        self.note(name, figures[name])
        if let call = values["call"] as? String { self.worst[name, default: []].append(call) }
    }

    /// Other SDKs by the same contract: `PEERS=peers.json`, a name and its command each.
    private func peers() throws {
        guard let file = ProcessInfo.processInfo.environment["PEERS"] else { return }
        guard let data = FileManager.default.contents(atPath: file),
            let peers = try? JSONSerialization.jsonObject(with: data) as? [String: [String]]
        else { throw BenchError("PEERS='\(file)' must be a JSON object of names and commands") }
        for (name, command) in peers.sorted(by: { $0.key < $1.key }) where !command.isEmpty {
            try self.inFolder { folder in
                let arguments = ["track", "--n", "20000", "--dir", folder, "--sink", "http://127.0.0.1:9"]
                for (field, value) in try Child(command[0], Array(command.dropFirst()) + arguments).figures() {
                    self.note("\(name).\(field)", value)
                }
            }
        }
    }

    /// How much an app grows by: two programs that differ in the SDK alone, stripped.
    private func sizes() throws {
        let folder = URL(fileURLWithPath: self.own).deletingLastPathComponent().path
        try self.inFolder { scratch in
            try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
            let bytes = try ["HelloPlain", "HelloSpoor"].map { name in
                let stripped = "\(scratch)/\(name)"
                let strip = try Child("/usr/bin/env", ["strip", "-o", stripped, "\(folder)/\(name)"])
                try strip.waitForSuccess()
                let attributes = try FileManager.default.attributesOfItem(atPath: stripped)
                return (attributes[.size] as? NSNumber)?.doubleValue ?? .nan
            }
            self.note("size_growth_kb", (bytes[1] - bytes[0]) / 1024)
        }
    }

    private func collector() throws {
        guard let spoor = self.options["spoor"] else { return self.say("no --spoor: the collector is left out") }
        try self.inFolder { folder in
            self.say("collector: 2 million events first")
            let server = try Child(spoor, ["serve", "--data", folder, "--port", "0"])
            defer { server.stop() }
            let words = (server.line() ?? "").split(whereSeparator: { $0 == " " || $0 == "," })
            guard let address = words.first(where: { $0.hasPrefix("http://") }),
                let port = address.split(separator: ":").last
            else { throw BenchError("the collector did not start") }
            for index in 0..<self.repeats {
                let figures = try Child(
                    self.own,
                    [
                        "load", "--port", String(port), "--preload", index == 0 ? "2000000" : "0", "--run",
                        "\(index + 1)",
                    ]
                ).figures()
                self.note("collector_events_per_s", figures["events_per_s"])
            }
        }
    }

    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "/spoor-bench-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    private func withCopy(of folder: String, _ body: (String) throws -> Void) throws {
        let copy = folder + "-copy"
        try FileManager.default.copyItem(atPath: folder, toPath: copy)
        defer { try? FileManager.default.removeItem(atPath: copy) }
        try body(copy)
    }

    private func note(_ name: String, _ value: Double?) {
        if let value { self.samples[name, default: []].append(value) }
    }

    private func say(_ sentence: String) {
        FileHandle.standardError.write(Data((sentence + "\n").utf8))
    }

    private func report() throws {
        print(Self.row("figure", "median", "goal", "", "how"))
        var members: [String] = []
        let oneThread = self.samples["events_per_s_1_thread"].map(Measures.median)
        for goal in Goal.all(oneThread: oneThread) {
            guard let values = self.samples[goal.name] else { continue }
            let median = Measures.median(values)
            let verdict = goal.isMet(by: median).map { $0 ? "met" : "MISSED" } ?? ""
            let bound = goal.value.map { (goal.higherIsBetter ? "≥ " : "≤ ") + Self.text($0) } ?? "–"
            let cases = self.worst[goal.name].map { "; worst: " + $0.joined(separator: ", ") } ?? ""
            print(Self.row(goal.name, "\(Self.text(median)) \(goal.unit)", bound, verdict, goal.how + cases))
            let goalText = goal.value.map { Self.text($0) } ?? "null"
            members.append(
                "  \"\(goal.name)\": {\"value\": \(Self.text(median)), \"unit\": \"\(goal.unit)\", \"goal\": \(goalText), "
                    + "\"higher_is_better\": \(goal.higherIsBetter)}"
            )
        }
        for (name, bytes) in self.wireFigures.sorted(by: { $0.key < $1.key }) {
            members.append(
                "  \"\(name)\": {\"value\": \(Self.text(bytes)), \"unit\": \"bytes\", \"goal\": null, "
                    + "\"higher_is_better\": false}"
            )
        }
        for (name, values) in self.samples.sorted(by: { $0.key < $1.key }) where name.contains(".") {
            print(Self.row(name, Self.text(Measures.median(values)), "–", "", "a peer, by the same contract"))
        }
        print("\n" + WireTable(figures: self.wireFigures).lines.joined(separator: "\n"))
        let out = self.options["out"] ?? "build/bench.json"
        let text = "{\n" + members.joined(separator: ",\n") + "\n}\n"
        guard FileManager.default.createFile(atPath: out, contents: Data(text.utf8)) else {
            throw BenchError("'\(out)' cannot be written")
        }
    }

    private static func text(_ value: Double) -> String {
        value >= 100 || value == value.rounded() ? String(Int(value.rounded())) : String(format: "%.2f", value)
    }

    private static func row(_ name: String, _ value: String, _ goal: String, _ verdict: String, _ how: String) -> String
    {
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
        return padded(name, 31) + padded(value, 16) + padded(goal, 12) + padded(verdict, 8) + how
    }
}

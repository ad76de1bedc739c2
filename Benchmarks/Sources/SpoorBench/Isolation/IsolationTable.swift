import Foundation

/// Compares a healthy channel alone with the same channel beside eight faulty ones, in fresh processes and in turns.
struct IsolationTable {
    private static let figures = [
        ("send_us_per_event", "the caller in send"), ("queue_us_per_event", "the channel's own queue"),
        ("cpu_us_per_event", "both"),
    ]
    /// What the difference should stay below, in per cent.
    private static let goal = 20.0

    private let options: BenchOptions
    private let repeats: Int
    private let own: String

    init(_ options: BenchOptions) throws {
        self.options = options
        self.repeats = max(1, options.number("repeats", 5))
        self.own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    }

    func run() throws {
        var alone: [[String: Double]] = []
        var beside: [[String: Double]] = []
        for round in 1...self.repeats {
            // Each comes first as often as the other, so that neither always meets the warmer machine.
            for isBeside in round.isMultiple(of: 2) ? [true, false] : [false, true] {
                let figures = try self.measure(isBeside: isBeside)
                if isBeside { beside.append(figures) } else { alone.append(figures) }
                let text = String(format: "%.2f", figures["cpu_us_per_event"] ?? .nan)
                self.say("round \(round) of \(self.repeats), \(isBeside ? "beside 8 faulty" : "alone"): \(text) µs")
            }
        }
        self.show(alone, beside)
    }

    private func measure(isBeside: Bool) throws -> [String: Double] {
        let folder = NSTemporaryDirectory() + "/spoor-isolation-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let sink = try Child(self.own, ["sink"])
        defer { sink.stop() }
        guard let port = sink.line().flatMap({ UInt16($0) }) else { throw BenchError("the sink did not start") }
        let arguments = [
            "isolation-run", "--dir", folder, "--sink", "http://127.0.0.1:\(port)", "--faults", isBeside ? "1" : "0",
            "--n", "\(self.options.number("n", 10_000))", "--rate", "\(self.options.number("rate", 2_000))",
        ]
        return try Child(self.own, arguments).figures()
    }

    private func show(_ alone: [[String: Double]], _ beside: [[String: Double]]) {
        print(Self.row("CPU of a healthy channel", "alone", "beside 8 faulty", "difference"))
        var isMet = true
        for (name, text) in Self.figures {
            let (one, other) = (Self.median(alone, name), Self.median(beside, name))
            let difference = (other / one - 1) * 100
            if name == "cpu_us_per_event" { isMet = difference <= Self.goal }
            print(
                Self.row(
                    text,
                    String(format: "%.2f µs", one),
                    String(format: "%.2f µs", other),
                    String(format: "%+.1f %%", difference)
                )
            )
        }
        print("goal: at most +\(Int(Self.goal)) % in all: \(isMet ? "met" : "MISSED")")
    }

    private static func median(_ runs: [[String: Double]], _ name: String) -> Double {
        Measures.median(runs.compactMap { $0[name] })
    }

    private static func row(_ cells: String...) -> String {
        cells.enumerated().map { index, cell in
            cell + String(repeating: " ", count: max(0, (index == 0 ? 28 : 18) - cell.count))
        }.joined()
    }

    private func say(_ sentence: String) {
        FileHandle.standardError.write(Data((sentence + "\n").utf8))
    }
}

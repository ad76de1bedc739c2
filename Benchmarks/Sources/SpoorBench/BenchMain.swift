import Foundation

/// The benchmark's command.
///
/// A driver, so that other SDKs can be run beside ours by the same contract:
///   spoor-bench track|flush|kill|recover --n N --dir DIR --sink URL [--rate R] [--extra X]
/// and what drives it:
///   spoor-bench run --spoor SPOOR [--repeats 5] [--out build/bench.json] [--only NAME] [--clicks CSV]
///   spoor-bench codec                        spoor-bench wire [--clicks CSV]
///   spoor-bench autotrack                   what looking at a screen costs the main thread
///   spoor-bench isolation [--repeats 5]     a channel's CPU alone, and beside eight faulty ones
///   spoor-bench sink [--delay-ms D]          spoor-bench load --url URL …
@main
enum BenchMain {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let options = BenchOptions(arguments)
        do {
            switch arguments.first {
            case "track": try await Driver(options).track()
            case "flush": try await Driver(options).flush()
            case "kill": try await Driver(options).recordAndWaitToBeKilled()
            case "recover": try await Driver(options).recover()
            case "wait": try await Driver(options).openAndWait()
            case "sink": try Sink(delayMilliseconds: options.number("delay-ms", 0)).run()
            case "codec": try CodecSpeed().run()
            case "wire": try await WireSizes(options).run()
            case "autotrack": try AutoTrackSpeed().run()
            case "load": try await CollectorLoad(options).run()
            case "isolation": try IsolationTable(options).run()
            case "isolation-run": try await IsolationRun(options).run()
            case "run": try await Orchestrator(options).run()
            default:
                throw BenchError(
                    "usage: spoor-bench run --spoor SPOOR | track|flush|kill|recover --n N --dir DIR --sink URL"
                )
            }
        } catch {
            FileHandle.standardError.write(Data("spoor-bench: \(error)\n".utf8))
            exit(1)
        }
    }
}

/// Why a run is void; the sentence says what to do.
struct BenchError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// The command line's options, `--name value`.
struct BenchOptions: Sendable {
    private var values: [String: String] = [:]

    init(_ arguments: [String]) {
        var index = 1
        while index + 1 < arguments.count {
            self.values[String(arguments[index].dropFirst(2))] = arguments[index + 1]
            index += 2
        }
    }

    subscript(name: String) -> String? { self.values[name] }

    func number(_ name: String, _ absent: Int) -> Int { self.values[name].flatMap { Int($0) } ?? absent }
}

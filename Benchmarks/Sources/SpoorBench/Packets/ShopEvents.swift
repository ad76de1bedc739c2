import Foundation
import Spoor
import SpoorTesting

/// A shop's events as the SDK writes them: recorded by a tracker, and taken out of its uploads.
struct ShopEvents: Sendable {
    /// Names and times: the demo's click stream, or a made one.
    private let clicks: [(name: String, time: Date)]

    /// Reads the click stream of the demo, a CSV of user, event and time; without a file it makes one of that kind.
    init(file: String?, count: Int) throws {
        guard let file else {
            self.clicks = Self.made(count)
            return
        }
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw BenchError("the click stream '\(file)' cannot be read; leave --clicks out to have one made")
        }
        self.clicks = try text.split(separator: "\n").dropFirst().prefix(count).map { line in
            let fields = line.split(separator: ",")
            guard fields.count == 3, let time = WireDate.parse(String(fields[2])) else {
                throw BenchError("'\(line)' in '\(file)' is no user, event and time")
            }
            return (String(fields[1]), Date(timeIntervalSince1970: Double(time.milliseconds) / 1000))
        }
        guard self.clicks.count == count else { throw BenchError("'\(file)' has fewer than \(count) events") }
    }

    /// Walks through a shop of the same pages as the demo's.
    private static func made(_ count: Int) -> [(name: String, time: Date)] {
        let next = [
            "main": ["catalog", "catalog", "cart"], "catalog": ["product1", "product2", "catalog", "cart", "main"],
            "product1": ["cart", "catalog"], "product2": ["cart", "catalog"],
            "cart": ["delivery_choice", "catalog", "main"],
            "delivery_choice": ["delivery_courier", "delivery_pickup"], "delivery_courier": ["payment_choice"],
            "delivery_pickup": ["payment_choice"], "payment_choice": ["payment_card", "payment_cash", "main"],
            "payment_card": ["payment_done"], "payment_cash": ["payment_done"], "payment_done": ["main"],
        ]
        var generator = SeededGenerator(seed: 4)
        var page = "main"
        var milliseconds = 1_572_631_153_273
        return (0..<count).map { _ in
            let choices = next[page] ?? ["main"]
            page = choices[generator.below(choices.count)]
            milliseconds += 400 + generator.below(30_000)
            return (page, Date(timeIntervalSince1970: Double(milliseconds) / 1000))
        }
    }

    /// The events' JSON, each without the moment it was sent, which is added to a body.
    func json() async throws -> [[UInt8]] {
        let transport = KeepingTransport()
        var configuration = TrackerConfiguration(endpoint: "http://127.0.0.1:9", project: "shop")
        configuration.folder = NSTemporaryDirectory() + "spoor-bench-" + UUID().uuidString
        configuration.startWait = .seconds(30)
        defer { try? FileManager.default.removeItem(atPath: configuration.folder ?? "") }
        let random = Locked(SeededGenerator(seed: 4))
        let tracker = Tracker(
            configuration,
            environment: TrackerEnvironment(
                scheduler: DispatchScheduler(label: "bench.shop"),
                transport: transport,
                deviceFacts: PhoneFacts(),
                zone: FixedZone(seconds: 3600),
                random: { random.withLock { $0.next() } }
            )
        )
        for click in self.clicks { tracker.track(click.name, at: click.time) }
        _ = await tracker.flush()
        await tracker.stop()
        let events = try transport.bodies.flatMap { try Self.elements(of: $0) }
        guard events.count == self.clicks.count else {
            throw BenchError("void: \(events.count) of \(self.clicks.count) events of the shop were uploaded")
        }
        return events
    }

    private static func elements(of body: [UInt8]) throws -> [[UInt8]] {
        let events = try JSONValue(parsing: Gzip.decompress(body, limit: 64 << 20)).arrayValue ?? []
        return events.map { event in
            // Members keep their order and numbers their digits, so these are the bytes that were sent.
            Array(JSONValue.object((event.objectValue ?? []).filter { $0.key != "_flush_time" }).jsonText.utf8)
        }
    }
}

/// A phone, so that events have the presets of one.
private struct PhoneFacts: DeviceFactsSource {
    func read() -> DeviceFacts {
        var facts = DeviceFacts()
        facts.os = "iOS"
        facts.osVersion = "18.1"
        facts.model = "iPhone15,3"
        facts.manufacturer = "Apple"
        facts.screenWidth = 430
        facts.screenHeight = 932
        facts.appID = "com.example.shop"
        facts.appName = "Shop"
        facts.appVersion = "4.2.1"
        facts.networkType = "WIFI"
        return facts
    }
}

/// Keeps bodies and says that everything in them is stored.
private final class KeepingTransport: UploadTransport {
    private let kept = Locked<[[UInt8]]>([])

    var bodies: [[UInt8]] { self.kept.withLock { $0 } }

    func send(_ request: UploadRequest, completion: @escaping @Sendable (UploadAnswer) -> Void) {
        self.kept.withLock { $0.append(request.body) }
        let receipt = "stored=\(request.headers["Spoor-Count"] ?? "0") duplicate=0"
        completion(.response(UploadResponse(status: 200, headers: ["Spoor-Receipt": receipt])))
    }
}

import Foundation
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// What cannot be used of a configuration is said, once, and in words that tell what to do.
struct ConfigurationRemarkTests {
    private let bench = TestBench()

    private static let rows: [(remark: String, change: @Sendable (inout TrackerConfiguration) -> Void)] = [
        ("sessions.idleLimit -5.0 seconds became 1.0 seconds", { $0.sessions?.idleLimit = .seconds(-5) }),
        ("sessions.backgroundLimit", { $0.sessions?.backgroundLimit = .zero }),
        ("sessions.maximumLength", { $0.sessions?.maximumLength = .milliseconds(1) }),
        ("channel key 'time'", { $0.channelKeys = ["time", "fine"] }),
        ("channel key ''", { $0.channelKeys = [""] }),
        ("configured folder is empty", { $0.folder = "" }),
        ("configured folder is empty", { $0.folder = " \n" }),
        ("configured anonymousID is not used", { $0.anonymousID = " " }),
        ("drainDelay -1.0 seconds became 0", { $0.drainDelay = .seconds(-1) }),
        ("startWait -1.0 seconds became 0", { $0.startWait = .seconds(-1) }),
    ]

    @Test("a value that cannot be is named once", arguments: rows.indices)
    func remarks(index: Int) {
        let row = Self.rows[index]
        let log = Locked<[String]>([])
        var configuration = TrackerConfiguration(endpoint: "http://collector.test")
        configuration.folder = self.bench.folder
        configuration.sessions = SessionConfiguration()
        configuration.log = { message in log.withLock { $0.append(message.text) } }
        row.change(&configuration)
        var environment = TrackerEnvironment.live(name: "remark")
        configuration.check(&environment)
        let said = log.withLock { $0 }
        #expect(said.count == 1 && said.first?.contains(row.remark) == true, "\(said)")
        configuration.check(&environment)
        let again = log.withLock { $0 }
        #expect(again.count == 1, "what is checked is in order")
        let storage = configuration.storage(environment)
        #expect(
            storage.folder != "/default" && storage.folder.hasSuffix("/spoor/default") == (configuration.folder == nil)
        )
    }

    @Test func anotherStartOfTheSameNameIsSaid() async {
        let name = "again-\(UUID().uuidString)"
        let log = Locked<[String]>([])
        var configuration = TrackerConfiguration(endpoint: "http://127.0.0.1:9")
        configuration.name = name
        configuration.folder = self.bench.folder
        configuration.channel.isUploadEnabled = false
        configuration.channelKeys = ["time"]
        configuration.log = { message in log.withLock { $0.append(message.text) } }
        let first = Spoor.start(configuration)
        #expect(Spoor.start(configuration) === first)
        let none = log.withLock { $0 }.filter { $0.contains("runs already") }
        #expect(none.isEmpty, "the same again says nothing")
        configuration.channel.endpoint = "http://127.0.0.1:10"
        configuration.consent = .pending
        configuration.channel.bulkSize = 7
        #expect(Spoor.start(configuration) === first)
        let said = log.withLock { $0 }.filter { $0.contains("runs already") }
        #expect(said.count == 1)
        for part in ["'http://127.0.0.1:10' instead of 'http://127.0.0.1:9'", "consent", "other settings"] {
            #expect(said.first?.contains(part) == true, "\(part)")
        }
        await Spoor.stop(named: name)
    }

    private static let changes: [String: @Sendable (inout TrackerConfiguration) -> Void] = [
        "channel": { $0.channel.bulkSize = 7 },
        "folder": { $0.folder = "/elsewhere" },
        "anonymousID": { $0.anonymousID = "visitor" },
        "automaticEvents": { $0.automaticEvents = [.appStart] },
        "autoTrack": { $0.autoTrack = AutoTrackConfiguration() },
        "sessions": { $0.sessions = SessionConfiguration() },
        "advertisingID": { $0.advertisingID = "ad" },
        "hidesDeviceID": { $0.hidesDeviceID = true },
        "channelKeys": { $0.channelKeys = ["key"] },
        "consent": { $0.consent = .pending },
        "remoteConfiguration": { $0.remoteConfiguration = RemoteConfigurationOptions() },
        "channels": { $0.channels["apm"] = .prism(endpoint: "http://collector.test") },
        "marketChannel": { $0.marketChannel = "store" },
        "webBridge": { $0.webBridge = WebBridgeConfiguration() },
        "tracksPushClicks": { $0.tracksPushClicks = true },
        "sharedContainer": { $0.sharedContainer = SharedContainer(path: "/group", role: .host) },
        "journalSegmentBytes": { $0.journalSegmentBytes = 1 },
        "journalCapBytes": { $0.journalCapBytes = 1 },
        "drainDelay": { $0.drainDelay = .seconds(1) },
        "startWait": { $0.startWait = .seconds(1) },
    ]

    @Test("a second start that asks for anything else is told so, whatever it is", arguments: changes.keys.sorted())
    func everyDifferenceIsSaid(field: String) throws {
        let running = TrackerConfiguration(endpoint: "http://collector.test")
        var other = running
        #expect(other.difference(from: running) == nil)
        let change = try #require(Self.changes[field])
        change(&other)
        #expect(other.difference(from: running)?.contains(field) == true)
        #expect(running.difference(from: other)?.contains(field) == true)
    }

    @Test("a new property of the configuration needs a row above, and is compared")
    func noPropertyIsForgotten() {
        let fields = Mirror(reflecting: TrackerConfiguration(endpoint: "")).children.compactMap(\.label)
        #expect(Set(fields) == Set(Self.changes.keys).union(["name", "log", "logGuard"]))
    }

    @Test func aStoppedTrackersTimersSayNothing() async {
        let tracker = self.bench.start()
        tracker.setConsent(.analytics, granted: false)
        #expect(tracker.endTimer("x") == .dropped(.noConsent(.analytics)))
        await self.bench.stop(tracker)
        #expect(tracker.endTimer("x") == .dropped(.stopped))
        #expect(tracker.endTimer(tracker.startTimer("x"), ["bad key": 1]) == .dropped(.stopped))
        let said = self.bench.log.withLock { $0 }
        #expect(said.isEmpty, "\(said)")
    }
}

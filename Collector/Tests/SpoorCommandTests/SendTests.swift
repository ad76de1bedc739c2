import CollectorCore
import CollectorServer
import CommandLineKit
import Foundation
import SpoorWire
import Testing

@testable import SpoorCommand

/// `spoor send` and `spoor queue inspect`, with a collector on a port of its own.
final class SendTests: Sendable {
    private let folder = NSTemporaryDirectory() + "spoor-send-" + UUID().uuidString
    private let recorder = ConsoleRecorder()

    deinit { try? FileManager.default.removeItem(atPath: self.folder) }

    private var queue: String { self.folder + "/queue" }

    private func collector(projects: [String]? = nil) throws -> Collector {
        let settings = StoreSettings(folder: self.folder + "/data", projects: projects, timeZone: .gmt)
        return try Collector(CollectorConfiguration(store: settings))
    }

    private func run(_ arguments: String...) async -> ExitCode {
        await SpoorTool(console: self.recorder.console).run(arguments)
    }

    private func tool(_ clock: ManualCommandClock) -> SpoorTool {
        SpoorTool(
            Surroundings(
                console: self.recorder.console,
                fetch: CollectorClient.fetchByURLSession,
                clock: clock.clock
            )
        )
    }

    private func events(_ collector: Collector, _ project: String) throws -> [JSONValue] {
        let facts = try collector.store.facts(project: project)
        return try facts.latest(limit: 50, name: nil, person: nil).reversed().map { try JSONValue(parsing: $0.json) }
    }

    @Test func anEventIsDeliveredWithItsProperties() async throws {
        let collector = try self.collector()
        defer { collector.stop() }
        let code = await self.run(
            "send",
            "paid",
            "price=19.9",
            "count=3",
            "vip=true",
            "name=Ann B.",
            #"zip="0012""#,
            #"tags=["a","b"]"#,
            "odd={x",
            "--endpoint",
            collector.address,
            "--project",
            "shop",
            "--user",
            "u1",
            "--queue",
            self.queue
        )
        #expect(code == .success, "\(self.recorder.errors)")
        #expect(self.recorder.output.hasPrefix("Delivered 'paid' as "))
        let events = try self.events(collector, "shop")
        #expect(events.count == 1)
        let event = try #require(events.first)
        #expect(event["event"] == "paid" && event["distinct_id"] == "u1")
        let properties = event["properties"]
        #expect(properties?["price"] == .number("19.9") && properties?["count"] == 3 && properties?["vip"] == true)
        #expect(properties?["name"] == "Ann B." && properties?["zip"] == "0012" && properties?["odd"] == "{x")
        #expect(properties?["tags"] == ["a", "b"])
    }

    @Test func eachPersonKeepsTheirOwnID() async throws {
        let collector = try self.collector()
        defer { collector.stop() }
        for user in ["u1", "u2", "u1"] {
            let options = ["--endpoint", collector.address, "--queue", self.queue, "--user", user]
            #expect(await SpoorTool(console: self.recorder.console).run(["send", "a"] + options) == .success)
        }
        let events = try self.events(collector, "default").filter { $0["event"] == "a" }
        #expect(events.map { $0["distinct_id"] } == ["u1", "u2", "u1"])
        #expect(self.recorder.output.split(separator: "\n").count == 3)
    }

    @Test func offlineItStaysInTheQueueAndGoesWithTheNext() async throws {
        let nowhere = "http://127.0.0.1:1"
        #expect(await self.run("send", "a", "--endpoint", nowhere, "--queue", self.queue) == .failure)
        #expect(self.recorder.errors.contains("is recorded but not delivered"))
        #expect(self.recorder.errors.contains("It waits in '\(self.queue)', 1 in all"))
        #expect(await self.run("queue", "inspect", self.queue) == .success)
        #expect(self.recorder.output.contains("1 waiting"))
        #expect(self.recorder.output.contains(" failed in a row; "))
        let collector = try self.collector()
        defer { collector.stop() }
        #expect(await self.run("send", "b", "--endpoint", collector.address, "--queue", self.queue) == .success)
        #expect(self.recorder.output.contains("1 that waited went with it."))
        #expect(try self.events(collector, "default").map { $0["event"] } == ["a", "b"])
    }

    @Test func whatWaitsForAProjectNeverGoesToAnother() async throws {
        let collector = try self.collector()
        defer { collector.stop() }
        func send(_ event: String, _ project: String?, to endpoint: String) async -> ExitCode {
            let named = project.map { ["--project", $0] } ?? []
            let line = ["send", event, "--endpoint", endpoint, "--queue", self.queue] + named
            return await SpoorTool(console: self.recorder.console).run(line)
        }
        #expect(await send("for_ops", "ops", to: "http://127.0.0.1:1") == .failure)
        #expect(await send("for_default", nil, to: collector.address) == .success)
        #expect(await send("for_shop", "shop", to: collector.address) == .success)
        #expect(try self.events(collector, "default").map { $0["event"] } == ["for_default"])
        #expect(try self.events(collector, "shop").map { $0["event"] } == ["for_shop"])
        #expect(await send("more_ops", "ops", to: collector.address) == .success)
        #expect(try self.events(collector, "ops").map { $0["event"] } == ["for_ops", "more_ops"])
    }

    @Test func whatWaitsForAReceiverNeverGoesToAnother() async throws {
        let collector = try self.collector()
        defer { collector.stop() }
        func send(_ event: String, to endpoint: String) async -> ExitCode {
            let line = ["send", event, "--endpoint", endpoint, "--queue", self.queue, "--form", "sensors"]
            return await SpoorTool(console: self.recorder.console).run(line)
        }
        #expect(await send("for_ops", to: "http://127.0.0.1:1/sa?project=ops") == .failure)
        #expect(await send("for_shop", to: collector.address + "/sa?project=shop") == .success)
        #expect(try self.events(collector, "shop").map { $0["event"] } == ["for_shop"])
    }

    @Test func noTwoPlacesShareAQueue() {
        let long = String(repeating: "x", count: 200)
        var names: [String] = []
        for user in [nil, "a", "b", "a-b", "@a", "a@b.c", long, long + "y"] {
            for project in ["default", "a", "a-b", "b", "A_1"] {
                for isTrial in [false, true] {
                    names.append(SendQueueName.name(project: project, receiver: nil, user: user, isTrial: isTrial))
                }
            }
            for receiver in ["http://h/sa?project=a", "http://h/sa?project=b", "http://h"] {
                names.append(SendQueueName.name(project: "default", receiver: receiver, user: user))
            }
        }
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0.utf8.count <= 80 } && names.first == "send")
    }

    @Test func anEventThatCannotBeKeptIsSaidToBeLost() async throws {
        try FileManager.default.createDirectory(atPath: self.folder, withIntermediateDirectories: true)
        try Data("no folder".utf8).write(to: URL(fileURLWithPath: self.queue))
        #expect(await self.run("send", "a", "--endpoint", "http://127.0.0.1:1", "--queue", self.queue) == .failure)
        #expect(self.recorder.errors.contains("'a' is not kept and not sent: "))
        #expect(!self.recorder.errors.contains("held in memory"))
        #expect(self.recorder.output.isEmpty)
    }

    @Test(arguments: [
        (["send", "1st"], "digit"), (["send", "a", "price"], "'price' is no property: write KEY=VALUE"),
        (["send", "a", "=5"], "is no property"), (["send", "a", "$device_id=5"], "$device_id"),
        (["send", "a", "time=5"], "time"), (["send", "a", "--user", ""], "--user"),
        (["send", "a", "--user", "  "], "--user"), (["send", "a", "--endpoint", "ftp://x"], "--endpoint"),
        (["send", "a", "--user", String(repeating: "u", count: 8_193)], "at most 8192 bytes"),
        (["send", "a", "--user", String(repeating: "\u{1}", count: 2_000)], "at most 8192 bytes"),
        (["send", "a", "--endpoint", ""], "--endpoint"), (["send", "a", "--endpoint", "http:///v1"], "--endpoint"),
        (["send", "a", "--project", "no/project"], "--project"),
        (["send", "a", "a=1", "a=2"], "'a' was given more than once"),
        (["send", "a", "a=1", "b=2", "a=1"], "'a' was given more than once"),
        (["send", "a", "--timeout", "-1"], "--timeout"), (["send", "a", "--timeout", "soon"], "--timeout"),
    ])
    func aWrongLineSendsNothing(arguments: [String], sentence: String) async {
        let code = await SpoorTool(console: self.recorder.console).run(arguments + ["--queue", self.queue])
        #expect(code == .usage)
        #expect(self.recorder.errors.contains(sentence))
        #expect(!FileManager.default.fileExists(atPath: self.queue))
    }

    @Test(arguments: [
        ("endpoint", "http://h"), ("project", "x"), ("user", "x"), ("form", "json"), ("debug", "off"), ("timeout", "1"),
    ])
    func anOptionIsTakenOnce(option: String, value: String) async {
        let words = ["--\(option)", value]
        let code = await SpoorTool(console: self.recorder.console).run(["send", "a"] + words + words)
        #expect(code == .usage)
        #expect(self.recorder.errors.contains("'--\(option)' was given more than once"))
    }

    @Test func whatTheReceiverRefusesIsSaid() async throws {
        let collector = try self.collector(projects: ["shop"])
        defer { collector.stop() }
        let code = await self.run(
            "send",
            "a",
            "$project=third",
            "--endpoint",
            collector.address,
            "--project",
            "shop",
            "--queue",
            self.queue
        )
        #expect(code == .failure)
        #expect(self.recorder.errors.contains("was refused and set aside"))
        #expect(self.recorder.errors.contains("There is no project 'third'"))
    }

    @Test(arguments: ["sensors", "json"])
    func receiversOfSensorsAndDebugAreReached(form: String) async throws {
        let collector = try self.collector()
        defer { collector.stop() }
        let endpoint = collector.address + (form == "sensors" ? "/sa?project=shop" : "")
        let options = ["--endpoint", endpoint, "--project", "shop", "--queue", self.queue, "--form", form]
        let tool = SpoorTool(console: self.recorder.console)
        #expect(await tool.run(["send", "tried"] + options + ["--debug", "only"]) == .success)
        #expect(self.recorder.output.hasPrefix("Checked 'tried' by "))
        #expect(self.recorder.output.hasSuffix("It was not stored.") && !self.recorder.output.contains("Delivered"))
        #expect(await tool.run(["send", "kept"] + options) == .success)
        #expect(try self.events(collector, "shop").map { $0["event"] } == ["kept"])
    }

    @Test func aFolderThatIsInUseIsNamed() async throws {
        let nowhere = "http://127.0.0.1:1"
        _ = await self.run("send", "a", "--endpoint", nowhere, "--queue", self.queue)
        let descriptor = open(self.queue + "/send/lock", O_RDWR)
        #expect(flock(descriptor, LOCK_EX) == 0)
        defer { close(descriptor) }
        let clock = ManualCommandClock()
        let line = ["send", "b", "--endpoint", nowhere, "--queue", self.queue, "--timeout", "5"]
        #expect(await self.tool(clock).run(line) == .failure)
        #expect(self.recorder.errors.contains("'b' is not kept and not sent: "))
        #expect(self.recorder.errors.contains("in use by another tracker"))
        // It waited just as long as it was told to, and looked seldom.
        #expect(clock.uptime == .seconds(5) && clock.pauses < 30)
        // Looking needs no lock.
        #expect(await self.run("queue", "inspect", self.queue, "--json") == .success)
        let last = try #require(self.recorder.output.split(separator: "\n").last)
        let json = try JSONValue(parsing: String(last))
        #expect(json["count"] == 1 && json["waiting"]?["tracked"]?["count"] == 1)
        #expect(json["failures"]?.int64Value ?? 0 >= 1)
        #expect(json["folder"]?.stringValue == self.queue + "/send")
    }

    @Test func aQueueThatLostWhatItHeldIsNotCalledHealthy() async throws {
        _ = await self.run("send", "a", "--endpoint", "http://127.0.0.1:1", "--queue", self.queue)
        try Data().write(to: URL(fileURLWithPath: self.queue + "/send/records.sqlite"))
        try? FileManager.default.removeItem(atPath: self.queue + "/send/records.sqlite-wal")
        let before = try self.contents()
        #expect(await self.run("queue", "inspect", self.queue) == .success)
        #expect(try self.contents() == before)
        #expect(self.recorder.output.contains("problem       The database or its log was damaged"))
        #expect(self.recorder.output.contains("1 record that it held is lost"))
    }

    @Test func inspectingChangesNothingAndExplainsDamage() async throws {
        _ = await self.run("send", "a", "--endpoint", "http://127.0.0.1:1", "--queue", self.queue)
        let database = self.queue + "/send/records.sqlite"
        var bytes = try Data(contentsOf: URL(fileURLWithPath: database))
        bytes.replaceSubrange(0..<16, with: Data("no database here".utf8))
        try bytes.write(to: URL(fileURLWithPath: database))
        let before = try self.contents()
        #expect(await self.run("queue", "inspect", self.queue + "/send") == .success)
        #expect(try self.contents() == before)
        #expect(self.recorder.output.contains("problem       The database is damaged"))
    }

    @Test func aFolderThatIsNoQueueIsRefused() async throws {
        #expect(await self.run("queue", "inspect", self.folder) == .failure)
        #expect(self.recorder.errors.contains("There is no folder"))
        try FileManager.default.createDirectory(atPath: self.folder, withIntermediateDirectories: true)
        #expect(await self.run("queue", "inspect", self.folder) == .failure)
        #expect(self.recorder.errors.contains("holds no queue"))
    }

    private func contents() throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: self.queue) {
            contents[name] = FileManager.default.contents(atPath: "\(self.queue)/\(name)") ?? Data()
        }
        return contents
    }
}

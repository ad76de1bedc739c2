import Spoor
import SpoorTesting
import SpoorWire
import Testing

@testable import SpoorAutoTrack

/// Auto-tracking as a tracker runs it: record class, consent, the server's configuration.
@MainActor
struct AutoTrackWiringTests {
    private let bench = TestBench()
    private let server = FakeConfigurationServer()
    private let page = ManualPage("ShopVC", title: "Shop")
    private let button = ManualElement("UIButton", .button)

    init() {
        self.page.view.add(self.button)
        self.button.text = "Pay"
    }

    private func start(
        version: String = "2.1",
        lifeCycle: (any AppLifeCycleSource)? = nil,
        _ change: @Sendable (inout TrackerConfiguration) -> Void = { _ in }
    ) -> Tracker {
        let transport = self.server.transport(scheduler: self.bench.scheduler, collector: self.bench.collector)
        self.bench.surroundings.withLock { $0 = { $0.transport = transport } }
        var facts = DeviceFacts()
        facts.appVersion = version
        facts.appBuild = "7"
        return self.bench.start(facts: facts, lifeCycle: lifeCycle) {
            $0.remoteConfiguration = RemoteConfigurationOptions()
            $0.autoTrack = AutoTrackConfiguration()
            change(&$0)
        }
    }

    private func serve(_ members: String) { self.server.publish("{\"namespaces\":{},\(members)}") }

    private func fetch(_ tracker: Tracker) {
        self.bench.scheduler.advance(by: .seconds(11))
        tracker.refreshRemoteConfiguration()
        self.bench.scheduler.settle()
    }

    private func pay(_ tracker: Tracker) {
        self.bench.scheduler.advance(by: .seconds(1))
        tracker.autoTracker.actionSent("pay:", from: self.button, touchEnded: true)
    }

    private func names(_ tracker: Tracker) async -> [String] {
        _ = await self.bench.flush(tracker)
        return self.bench.collector.names
    }

    @Test("A click arrives as an automatic event, with its time and every property of the engine's")
    func arrives() async throws {
        let tracker = self.start { $0.autoTrack?.pages = PageTable(["ShopVC": "P_SHOP"]) }
        tracker.autoTracker.pageDidAppear(self.page)
        self.pay(tracker)
        #expect(await self.names(tracker) == ["$AppViewScreen", "$AppClick"])
        let event = try #require(self.bench.events("$AppClick").first)
        #expect(event["lib"]?["$lib_method"] == "autoTrack")
        let click = try self.bench.properties("$AppClick")
        let keys = [
            "$page_id", "$screen_name", "$title", "$element_content", "$element_path", "$element_id",
            "$element_id_version", "$view_path", "$event_path", "$element_type", "$element_selector",
        ]
        for key in keys { #expect(click[key] != nil, "\(key)") }
        #expect(click["$page_id"] == "P_SHOP" && click["$element_content"] == "Pay")
        #expect(self.bench.warnings("was dropped") == 0)
        await self.bench.stop(tracker)
    }

    /// Paths that leave parts open in different ways, one for each number.
    nonisolated private static func paths(_ numbers: ClosedRange<Int>) -> [String] {
        numbers.map { number in
            "ShopVC[0]/" + (0..<8).map { number >> $0 & 1 == 1 ? "*/" : "V[0]/" }.joined() + "E[0]"
        }
    }

    @Test("What cannot be used only where the app's lists and the server's come together is said, once")
    func combinedRemarks() async {
        let tracker = self.start {
            $0.autoTrack?.ignoredPaths = Self.paths(1...40)
            $0.autoTrack?.deniedNames = ["nickname", "page.bad"]
        }
        #expect(self.bench.warnings("is not used") == 0 && self.bench.warnings("denies nothing") == 1)
        let paths = Self.paths(41...80).map { "\"\($0)\"" }.joined(separator: ",")
        let parameter = #"{"name":"nick","keyPath":"page.nickname"}"#
        for version in 1...3 {
            self.serve("\"version\":\(version),\"autoTrack\":{\"blacklist\":[\(paths)],\"parameters\":[\(parameter)]}")
            self.fetch(tracker)
        }
        #expect(self.bench.warnings("in 64 ways already") == 16)
        #expect(self.bench.warnings("With the server's configuration: autoTrack.parameters: 'nick' is not used") == 1)
        #expect(self.bench.warnings("denies nothing") == 1)
        await self.bench.stop(tracker)
    }

    @Test("Auto-tracking has a consent of its own")
    func consent() async {
        let tracker = self.start()
        tracker.setConsent(.autoTrack, granted: false)
        self.pay(tracker)
        tracker.trackScreen("Cart")
        tracker.track("own")
        tracker.setConsent(.autoTrack, granted: true)
        self.pay(tracker)
        #expect(await self.names(tracker) == ["own", "$AppClick"])
        await self.bench.stop(tracker)
    }

    @Test("Without a configuration nothing is recorded by itself; what the code tells is")
    func off() async throws {
        self.serve(#""autoTrack":{"mask":255},"definitions":[{"name":"d","match":{"page":"ShopVC"}}]"#)
        let tracker = self.start { $0.autoTrack = nil }
        self.fetch(tracker)
        tracker.autoTracker.pageDidAppear(self.page)
        self.pay(tracker)
        tracker.trackScreen("Cart", ["n": 1, "$device_id": "x"])
        tracker.trackClick(self.button, ["n": 2])
        tracker.trackExposure(self.button)
        #expect(await self.names(tracker) == ["$AppViewScreen", "$AppClick", "$AppExposure"])
        let view = try self.bench.properties("$AppViewScreen")
        #expect(view["$screen_name"] == "Cart" && view["n"] == 1 && view["$device_id"] != "x")
        #expect(self.bench.warnings("'$device_id' of trackScreen") == 1)
        await self.bench.stop(tracker)
    }

    @Test("A screen that the code begins and ends arrives with its time, with auto-tracking off, too")
    func namedScreens() async throws {
        let tracker = self.start { $0.autoTrack = nil }
        let screen = NamedPage("Cart", properties: ["n": 1, "$device_id": "x"])
        tracker.screenDisappeared(screen)
        tracker.screenAppeared(screen)
        tracker.screenAppeared(screen)
        self.bench.scheduler.advance(by: .seconds(3))
        tracker.screenDisappeared(screen)
        #expect(await self.names(tracker) == ["$AppViewScreen", "$AppPageLeave"])
        let leave = try self.bench.properties("$AppPageLeave")
        #expect(leave["$screen_name"] == "Cart" && leave["n"] == 1 && leave["$device_id"] != "x")
        #expect(leave["event_duration"]?.doubleValue == 3)
        #expect(self.bench.warnings("'$device_id' of screenAppeared") == 1)
        await self.bench.stop(tracker)
    }

    @Test("What is attached to an element has no name of the SDK's")
    func attachedNames() async throws {
        let tracker = self.start()
        self.button.tracking.properties = ["sku": "A-17", "$is_first_day": false, "distinct_id": "x"]
        self.pay(tracker)
        _ = await self.bench.flush(tracker)
        let click = try self.bench.properties("$AppClick")
        #expect(click["sku"] == "A-17" && click["distinct_id"] == nil && click["$is_first_day"] == true)
        #expect(self.bench.warnings("was dropped") == 2)
        await self.bench.stop(tracker)
    }

    @Test("The server's mask, lists and definitions hold from the next interception on, without a restart")
    func server() async {
        let tracker = self.start()
        self.pay(tracker)
        self.serve(#""autoTrack":{"blacklist":{"types":["UIButton"]}}"#)
        self.fetch(tracker)
        self.pay(tracker)
        self.serve(#""autoTrack":{"mask":0}"#)
        self.fetch(tracker)
        tracker.autoTracker.pageDidAppear(self.page)
        self.serve(
            #""definitions":[{"name":"paid","match":[{"page":"ShopVC","content":"Pay","appVersions":{"from":"2.0"}}]}]"#
        )
        self.fetch(tracker)
        self.pay(tracker)
        #expect(await self.names(tracker) == ["$AppClick", "$AppClick", "paid"])
        await self.bench.stop(tracker)
    }

    @Test("What the server said holds from the first click of the next run, for this version of the app alone")
    func cached() async {
        self.serve(#""autoTrack":{"mask":8}"#)
        let first = self.start()
        self.fetch(first)
        await self.bench.stop(first)
        let second = self.start()
        self.pay(second)
        second.autoTracker.pageDidAppear(self.page)
        await self.bench.stop(second)
        let third = self.start(version: "2.2")
        self.pay(third)
        #expect(await self.names(third) == ["$AppViewScreen", "$AppClick"])
        await self.bench.stop(third)
    }

    @Test("An engine that was made before storage opened takes up the cached rules")
    func madeEarly() async {
        self.serve(#""autoTrack":{"mask":8}"#)
        let first = self.start()
        self.fetch(first)
        await self.bench.stop(first)
        self.bench.scheduler.runsWaitedWork = false
        let second = self.start()
        let engine = second.autoTracker
        #expect(engine.kinds.contains(.clicks))
        self.bench.scheduler.runsWaitedWork = true
        self.bench.scheduler.advance(by: .seconds(1))
        #expect(engine.kinds == [.pageViews] && second.autoTracker === engine)
        await self.bench.stop(second)
    }

    @Test(
        "The mask's bits for the app's start and end take the place of the app's own choice",
        arguments: [(0, []), (1, ["$AppStart"]), (2, ["$AppEnd"]), (3, ["$AppStart", "$AppEnd"]), (-1, ["$AppEnd"])]
    )
    func lifeCycle(mask: Int, expected: [String]) async {
        self.serve("\"autoTrack\":{\"mask\":\(mask)}")
        let first = self.start()
        self.fetch(first)
        await self.bench.stop(first)
        let source = ScriptedLifeCycle(first: .launched(inBackground: false))
        let tracker = self.start(lifeCycle: source) { $0.automaticEvents = .appEnd }
        self.bench.scheduler.settle()
        source.tell(.becameActive)
        self.bench.scheduler.advance(by: .seconds(5))
        source.tell(.willResignActive, .didEnterBackground(remaining: nil, completion: nil))
        self.bench.scheduler.settle()
        #expect(await self.names(tracker) == expected)
        await self.bench.stop(tracker)
    }

    @Test("What of the configuration cannot be used is said when the tracker is made")
    func remarks() async {
        let tracker = self.start {
            $0.autoTrack?.parameters = [.init("p", "viewController.password")]
            $0.autoTrack?.whiteList = ["ShopVC*"]
        }
        #expect(self.bench.warnings("autoTrack.parameters") == 1 && self.bench.warnings("autoTrack.whiteList") == 1)
        await self.bench.stop(tracker)
    }

    @Test("What the server says wrong is said, with its place; the rest holds")
    func badDocument() async {
        self.serve(#""autoTrack":{"mask":8,"whitelist":["A*"]}"#)
        let tracker = self.start()
        self.fetch(tracker)
        #expect(self.bench.warnings("autoTrack.whitelist[0]") == 1)
        #expect(tracker.autoTracker.kinds == [.pageViews])
        await self.bench.stop(tracker)
    }

    @Test("A key path that leads nowhere is said in the log")
    func reports() async {
        let tracker = self.start { $0.autoTrack?.parameters = [.init("p", "viewController.misspelt")] }
        self.pay(tracker)
        #expect(self.bench.warnings("misspelt") == 1)
        await self.bench.stop(tracker)
    }
}

import Foundation
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

@testable import Spoor

/// Push messages, links and the campaigns they name (sensors protocol, 2.3, 2.11 and 3).
struct CampaignTests {
    private let bench = TestBench()

    private func properties(_ tracker: Tracker, _ name: String) async throws -> JSONValue {
        _ = await self.bench.flush(tracker)
        return try #require(self.bench.collector.events.last { $0["event"]?.stringValue == name }?["properties"])
    }

    @Test func aLinkNamesItsCampaignAndLaterEventsTheLatest() async throws {
        let first = self.bench.start { $0.channelKeys = ["shop_channel", "time", "1st"] }
        let text =
            "https://x.test/p?utm_source=News&utm_campaign=spring+sale%21&shop_channel=A%26B&time=5&utm_term=#utm_medium=no"
        let url = try #require(URL(string: text))
        #expect(first.trackDeepLink(url, ["page": "sale", "$utm_source": "mine"]).isRecorded)
        let launch = try await self.properties(first, "$AppDeeplinkLaunch")
        #expect(launch["$deeplink_url"]?.stringValue == text && launch["page"]?.stringValue == "sale")
        #expect(launch["$utm_source"]?.stringValue == "News" && launch["$utm_campaign"]?.stringValue == "spring sale!")
        #expect(launch["shop_channel"]?.stringValue == "A&B")
        #expect(launch["$utm_term"] == nil && launch["$utm_medium"] == nil && launch["time"] == nil)
        #expect(self.bench.log.withLock { $0.filter { $0.contains("channel key") }.count } == 2)
        await self.bench.stop(first)
        let second = self.bench.start()
        second.track("later", ["$latest_utm_source": "own"])
        let later = try await self.properties(second, "later")
        #expect(later["$latest_utm_campaign"]?.stringValue == "spring sale!")
        #expect(later["$latest_utm_source"]?.stringValue == "own")
        #expect(later["_latest_shop_channel"]?.stringValue == "A&B" && later["$utm_campaign"] == nil)
        // A link without a campaign changes nothing; one with another takes the place of the whole.
        second.trackDeepLink(try #require(URL(string: "app://open?id=7")))
        second.trackDeepLink(try #require(URL(string: "app://open?utm_medium=mail")))
        second.track("last")
        let last = try await self.properties(second, "last")
        #expect(last["$latest_utm_medium"]?.stringValue == "mail" && last["$latest_utm_campaign"] == nil)
        #expect(last["_latest_shop_channel"] == nil)
        await self.bench.stop(second)
    }

    @Test(arguments: [
        ("app://x", ""), ("app://x?", ""), ("?utm_source", ""), ("x?utm_source=%zz", "%zz"),
        ("x?=1&utm_source=a=b", "a=b"),
        ("x?utm_source=&utm_source=second", "second"), ("x?utm_source=%E4%B8%AD", "中"),
        ("x#?utm_source=in-page", "in-page"),
    ])
    func linksOfAnyShapeAreRead(url: String, source: String) {
        let link = CampaignLink(url, channelKeys: [])
        #expect((link.values.first?.text ?? "") == source)
    }

    @Test func aLinkCannotMakeEveryEventHuge() {
        let link = CampaignLink("x?utm_source=" + String(repeating: "a", count: 100_000), channelKeys: [])
        #expect(link.values.first?.text.utf16.count == CampaignLink.maxUnits)
    }

    @Test(arguments: [true, false])
    func theStartThatALinkCausesNamesTheCampaignOnce(isHeld: Bool) async throws {
        self.bench.scheduler.runsWaitedWork = !isHeld
        let tracker = self.bench.start {
            $0.automaticEvents = .appStart
            $0.channelKeys = ["channel"]
        }
        tracker.launched(inBackground: false)
        tracker.trackDeepLink(try #require(URL(string: "app://open?utm_source=mail&channel=c")))
        tracker.willEnterForeground()
        tracker.didBecomeActive()
        self.bench.scheduler.settle()
        let start = try await self.properties(tracker, "$AppStart")
        #expect(start["$utm_source"]?.stringValue == "mail" && start["channel"]?.stringValue == "c")
        #expect(start["$latest_utm_source"]?.stringValue == "mail")
        // A link that comes while the app is open belongs to no later start.
        tracker.trackDeepLink(try #require(URL(string: "app://open?utm_source=again")))
        tracker.didEnterBackground()
        tracker.willEnterForeground()
        tracker.didBecomeActive()
        let second = try await self.properties(tracker, "$AppStart")
        #expect(second["$utm_source"] == nil && second["$latest_utm_source"]?.stringValue == "again")
        await self.bench.stop(tracker)
    }

    @Test func anOptedOutPersonsLinkIsForgotten() async throws {
        let tracker = self.bench.start()
        tracker.optOut()
        let url = try #require(URL(string: "x://y?utm_source=a"))
        #expect(tracker.trackDeepLink(url) == .dropped(.optedOut))
        tracker.optIn()
        tracker.track("x")
        #expect(try await self.properties(tracker, "x")["$latest_utm_source"] == nil)
        await self.bench.stop(tracker)
    }

    /// How a link, and the answers about it, come before the start that it causes.
    enum LinkStory: CaseIterable, Sendable {
        case refused, waitsAndIsNotAnswered, waitsAndIsRefused, optedOut, takenBack, collectionOff
    }

    /// A link needs consent to analytics; no start tells of one that had none, whatever the start itself may tell.
    @Test(arguments: LinkStory.allCases, [false, true])
    func aStartTellsOfNoLinkWithoutConsent(story: LinkStory, isHeld: Bool) async throws {
        self.bench.scheduler.runsWaitedWork = !isHeld
        let waits = [LinkStory.waitsAndIsNotAnswered, .waitsAndIsRefused].contains(story)
        let tracker = self.bench.start {
            $0.automaticEvents = .appStart
            $0.consent = waits ? .pending : .granted
            $0.channel.isCollectionEnabled = story != .collectionOff
        }
        let url = try #require(URL(string: "shop://x?utm_campaign=medicine"))
        tracker.launched(inBackground: false)
        switch story {
        case .refused:
            tracker.setConsent(.analytics, granted: false)
            tracker.trackDeepLink(url)
        case .waitsAndIsNotAnswered:
            tracker.setConsent(.autoTrack, granted: true)
            tracker.trackDeepLink(url)
        case .waitsAndIsRefused:
            tracker.trackDeepLink(url)
            tracker.setConsent(.analytics, granted: false)
            tracker.setConsent(.autoTrack, granted: true)
        case .optedOut:
            tracker.optOut()
            tracker.trackDeepLink(url)
            tracker.optIn()
        case .takenBack:
            tracker.trackDeepLink(url)
            tracker.optOut()
            tracker.optIn()
        case .collectionOff:
            tracker.trackDeepLink(url)
            if !isHeld { tracker.state.withLock { $0.remote.isCollectionOff = false } }
        }
        tracker.didBecomeActive()
        self.bench.scheduler.runsWaitedWork = true
        self.bench.scheduler.settle()
        if story == .collectionOff, isHeld {
            tracker.state.withLock { $0.remote.isCollectionOff = false }
            tracker.didEnterBackground()
            tracker.didBecomeActive()
        }
        _ = await self.bench.flush(tracker)
        let start = try #require(self.bench.events("$AppStart").last)
        // The campaign that an opt-out found is still known; that is what it keeps.
        let keepsCampaign = story == .takenBack
        #expect(start["properties"]?["$utm_campaign"] == nil)
        #expect((start["properties"]?["$latest_utm_campaign"] != nil) == keepsCampaign)
        await self.bench.stop(tracker)
    }

    @Test func aPushMessageSaysWhatItWas() async throws {
        let tracker = self.bench.start()
        let info: [AnyHashable: Any] = [
            "aps": ["alert": ["title": "Sale", "body": "Today only"]], "_j_msgid": 1,
            "sf_data": #"{"sf_plan_id":"17","sf_plan_type":2,"sf_msg_id":"m","other":"no"}"#,
        ]
        #expect(
            tracker.trackPushClick(PushMessage(userInfo: info), ["$app_push_channel": "mine", "page": 1]).isRecorded
        )
        let click = try await self.properties(tracker, "$AppPushClick")
        #expect(click["$app_push_msg_title"]?.stringValue == "Sale")
        #expect(click["$app_push_msg_content"]?.stringValue == "Today only")
        #expect(click["$app_push_service_name"]?.stringValue == "JPush")
        #expect(click["$app_push_channel"]?.stringValue == "Apple" && click["page"] == .number("1"))
        #expect(click["$sf_plan_id"]?.stringValue == "17" && click["$sf_plan_type"] == .number("2"))
        #expect(click["$sf_msg_id"]?.stringValue == "m" && click["other"] == nil && click["$other"] == nil)
        await self.bench.stop(tracker)
    }

    @Test func pushMessagesOfOtherShapesAreRead() {
        let local = PushMessage(userInfo: ["aps": ["alert": "Hello"], "sf_data": ["sf_plan_id": 5]], isLocal: true)
        #expect(local.content == "Hello" && local.title == nil && local.service == "Local" && local.channel == nil)
        #expect(local.plan["$sf_plan_id"] == .integer(5))
        #expect(PushMessage(userInfo: ["_ge_": "1"]).service == "GeTui")
        let strange = PushMessage(userInfo: ["aps": 5, "sf_data": "no object"])
        #expect(strange == PushMessage() && strange.properties.count == 1)
        let long = PushMessage(title: String(repeating: "x", count: 10_000))
        #expect(
            PropertyCheck.shortened(long.properties)["$app_push_msg_title"]
                == .string(
                    String(repeating: "x", count: 8190) + "$"
                )
        )
    }
}

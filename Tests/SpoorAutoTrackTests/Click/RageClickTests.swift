import SpoorAutoTrack
import SpoorTesting
import Testing

struct RageClickTests {
    /// Clicks as x, y and milliseconds, and the numbers of those that make a rage.
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let clicks: [(x: Double, y: Double, at: Int)]
        let rages: [Int]
    }

    /// A click each 100 ms, at the places that their numbers give.
    private static func turns(_ count: Int, _ place: (Int) -> Double) -> [(x: Double, y: Double, at: Int)] {
        (0..<count).map { (x: place($0), y: 0, at: $0 * 100) }
    }

    static let rows: [Row] = [
        Row(
            testDescription: "four in a second",
            clicks: [(0, 0, 0), (1, 1, 300), (2, 0, 600), (0, 2, 1_000)],
            rages: [3]
        ),
        Row(
            testDescription: "the fourth too late",
            clicks: [(0, 0, 0), (0, 0, 300), (0, 0, 600), (0, 0, 1_001)],
            rages: []
        ),
        Row(testDescription: "three", clicks: [(0, 0, 0), (0, 0, 1), (0, 0, 2)], rages: []),
        Row(testDescription: "44 points apart", clicks: [(0, 0, 0), (44, 0, 1), (0, 0, 2), (44, 0, 3)], rages: [3]),
        Row(testDescription: "45 points apart", clicks: [(0, 0, 0), (45, 0, 1), (0, 0, 2), (45, 0, 3)], rages: []),
        Row(testDescription: "once a burst", clicks: (0..<12).map { (0, 0, $0 * 200) }, rages: [3]),
        Row(
            testDescription: "again after a rest",
            clicks: (0..<4).map { (0, 0, $0 * 100) } + (0..<4).map { (0, 0, 2_000 + $0 * 100) },
            rages: [3, 7]
        ),
        Row(
            testDescription: "a stray click between",
            clicks: [(0, 0, 0), (200, 0, 110), (0, 0, 220), (0, 0, 330), (0, 0, 440)],
            rages: [4]
        ),
        Row(
            testDescription: "a stray click does not begin the burst anew",
            clicks: Self.turns(12) { $0 == 4 ? 200 : 0 },
            rages: [3]
        ),
        Row(
            testDescription: "two places by turns",
            clicks: Self.turns(16) { $0 % 2 == 0 ? 0 : 200 },
            rages: [6, 7]
        ),
        Row(
            testDescription: "strays that leave no four in a second",
            clicks: Self.turns(12) { Double($0 % 4) * 200 },
            rages: []
        ),
        Row(
            testDescription: "no place",
            clicks: [(.nan, 0, 0), (0, .infinity, 1), (.nan, 0, 2), (.nan, 0, 3), (.nan, 0, 4)],
            rages: []
        ),
    ]

    @Test("Rage is four clicks in a second within 44 points, told once a burst", arguments: rows)
    func bursts(_ row: Row) {
        var rule = RageClickRule()
        let rages = row.clicks.enumerated().filter { _, click in
            rule.isRage(Point(x: click.x, y: click.y), at: .milliseconds(click.at))
        }
        #expect(rages.map(\.offset) == row.rages)
    }

    @MainActor
    @Test("Rage is told only where the app asks for it, with the click's own facts")
    func optIn() {
        let page = ManualPage("VC")
        let button = ManualElement("UIButton", .button, frame: Rectangle(x: 0, y: 0, width: 80, height: 40))
        page.view.add(button)
        func rages(_ tracker: ClickTracker) -> [Click?] {
            (0..<4).map { index in
                let time = AutoTime(milliseconds: 0, uptime: .milliseconds(index * 200))
                return tracker.actionSent("a:", from: button, touchEnded: true, at: time)
            }
        }
        let off = rages(ClickTracker(pages: PageTracker()))
        #expect(off.allSatisfy { $0 != nil && $0?.rageEvent == nil })
        let told = rages(ClickTracker(pages: PageTracker(), rage: RageClickRule()))
        #expect(told.map { $0?.rageEvent?.name } == [nil, nil, nil, "$AppRageClick"])
        #expect(told.last??.rageEvent?.properties == told.last??.event.properties)
    }

    @Test("A rule that makes no sense takes the usual values")
    func badRules() {
        let rule = RageClickRule(count: 0, window: .zero, radius: -.infinity)
        #expect(rule == RageClickRule())
    }
}

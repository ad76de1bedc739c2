import SpoorAutoTrack
import SpoorTesting
import SpoorWire
import Testing

/// Buttons of bars: the toolkit has an item, which is no view, and a button of its own for it.
@MainActor
struct BarButtonTests {
    private let page = ManualPage("HomeVC")
    private let bar = ManualElement("UINavigationBar", .bar)
    private let own = ManualElement("_UIButtonBarButton", .control)
    private let item = ManualElement("UIBarButtonItem", .barItem)
    private let other = ManualElement("UIBarButtonItem", .barItem)

    init() {
        let navigation = ManualPage("UINavigationController")
        navigation.isContainer = true
        self.page.parentPage = navigation
        navigation.view.add(self.page.view)
        navigation.view.add(self.bar)
        let stack = ManualElement("_UIButtonBarStackView")
        stack.isPrivateWrapper = true
        self.bar.add(stack)
        stack.add(self.own)
        for item in [self.item, self.other] {
            self.bar.add(item)
            item.responder = self.page
        }
    }

    @Test(
        "An item and the button that the bar has for it are one click, whichever is told first",
        arguments: [true, false]
    )
    func oneClick(_ isButtonFirst: Bool) {
        let clicks = ClickTracker(pages: PageTracker(table: PageTable()))
        let time = AutoTime(milliseconds: 1_000, uptime: .seconds(1))
        let both = isButtonFirst ? [self.own, self.item] : [self.item, self.own]
        let told = both.compactMap { clicks.actionSent("save:", from: $0, touchEnded: true, at: time) }
        #expect(told.map(\.element.typeName) == [both[0].typeName])
    }

    @Test("Another item of the bar, and the same one later, are clicks of their own")
    func others() {
        let clicks = ClickTracker(pages: PageTracker(table: PageTable()))
        let told = [(self.item, 1_000), (self.other, 1_050), (self.item, 1_300), (self.own, 1_500)].map {
            let time = AutoTime(milliseconds: 0, uptime: .milliseconds($0.1))
            return clicks.actionSent("save:", from: $0.0, touchEnded: true, at: time) != nil
        }
        #expect(told == [true, true, true, true])
    }

    @Test("An item that is left out makes no click")
    func ignored() {
        var names: [String] = []
        let tracker = AutoTracker(
            now: { AutoTime(milliseconds: 0, uptime: .seconds(1)) },
            emit: { names.append($0.name) }
        )
        self.item.tracking.ignore = .element
        tracker.actionSent("save:", from: self.item, touchEnded: true)
        #expect(names.isEmpty)
    }
}

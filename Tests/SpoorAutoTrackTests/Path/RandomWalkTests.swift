import SpoorAutoTrack
import SpoorTesting
import Testing

/// Elements that are tied to each other at random: parents, responders and pages, loops among them.
@MainActor
struct RandomWalkTests {
    private func tangle(_ random: inout SeededGenerator) -> [ManualElement] {
        let kinds = ElementKind.allCases.filter { $0 != .page }
        let pages = (0..<8).map { ManualPage("Page\($0 % 3)") }
        let plain = (0..<40).map { _ in
            ManualElement("Type\(Int.random(in: 0..<5, using: &random))", kinds.randomElement(using: &random) ?? .view)
        }
        let all: [ManualElement] = pages + pages.map(\.view) + plain
        for element in all {
            if Bool.random(using: &random) { all.randomElement(using: &random)?.add(element) }
            if Int.random(in: 0..<4, using: &random) == 0 { element.parent = all.randomElement(using: &random) }
            if Int.random(in: 0..<4, using: &random) == 0 { element.responder = all.randomElement(using: &random) }
            if Int.random(in: 0..<8, using: &random) == 0 { element.ownPage = pages.randomElement(using: &random) }
            element.isPrivateWrapper = Int.random(in: 0..<4, using: &random) == 0
            element.hasNoResponder = Int.random(in: 0..<8, using: &random) == 0
            element.text = Bool.random(using: &random) ? "text" : nil
        }
        for page in pages {
            page.parentPage = Bool.random(using: &random) ? pages.randomElement(using: &random) : nil
            page.presentingPage = Bool.random(using: &random) ? pages.randomElement(using: &random) : nil
            page.navigationStack = pages.shuffled(using: &random)
            page.isContainer = Bool.random(using: &random)
        }
        return all
    }

    @Test("Every walk through tangled elements ends, and gives the same names again", arguments: 0..<20)
    func tangles(_ number: Int) {
        var random = SeededGenerator(seed: UInt64(number) + 99)
        let all = self.tangle(&random)
        let pages = PageTracker()
        let clicks = ClickTracker(pages: pages)
        for (index, element) in all.enumerated() {
            let paths = ElementPaths(of: element, interception: .action("a:"))
            #expect(paths == ElementPaths(of: element, interception: .action("a:")))
            #expect(!paths.viewPath.isEmpty && !paths.elementID.isEmpty)
            let time = AutoTime(milliseconds: 0, uptime: .seconds(index))
            _ = clicks.gestureEnded("T", on: element, at: time)
            pages.scrolled(element, offsetY: 10, viewportHeight: 5)
            guard let page = element as? ManualPage else { continue }
            _ = pages.didAppear(page, at: time)
            if index % 3 == 0 { _ = pages.didDisappear(page, at: time) }
        }
    }
}

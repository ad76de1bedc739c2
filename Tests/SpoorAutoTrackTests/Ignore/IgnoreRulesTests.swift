import SpoorAutoTrack
import SpoorTesting
import SpoorWire
import Testing

@MainActor
struct IgnoreRulesTests {
    private let navigation = ManualPage("UINavigationController")
    private let page = ManualPage("HomeVC")
    private let child = ManualPage("BannerVC")
    private let box = ManualElement("Box")
    private let button = ManualElement("UIButton", .button)
    private let banner = ManualElement("UIImageView", .image)

    init() {
        self.navigation.isContainer = true
        self.page.parentPage = self.navigation
        self.child.parentPage = self.page
        self.navigation.view.add(self.page.view)
        self.page.view.add(self.child.view)
        self.page.view.add(self.box)
        self.box.add(self.button)
        self.child.view.add(self.banner)
    }

    @Test("Without rules nothing is left out")
    func nothing() {
        let rules = IgnoreRules()
        #expect(!rules.ignores(self.button) && !rules.ignores(self.banner) && !rules.ignores(page: self.page))
        #expect(!rules.ignores(["HomeVC[0]/Box[0]"]))
    }

    @Test("A mark holds for the element alone, or for all that is in it")
    func marks() {
        let rules = IgnoreRules()
        self.box.tracking.ignore = .element
        #expect(rules.ignores(self.box) && !rules.ignores(self.button))
        self.box.tracking.ignore = .withDescendants
        #expect(rules.ignores(self.box) && rules.ignores(self.button) && !rules.ignores(self.banner))
        let item = ManualElement("UIBarButtonItem", .barItem)
        #expect(rules.ignores(item, in: self.box) && !rules.ignores(item, in: self.page.view))
    }

    @Test("A page's mark holds for its own events, or for all that is on it, pages included")
    func pageMarks() {
        let rules = IgnoreRules()
        self.page.tracking.ignore = .element
        #expect(rules.ignores(page: self.page) && !rules.ignores(self.button) && !rules.ignores(page: self.child))
        self.page.tracking.ignore = .withDescendants
        #expect(rules.ignores(page: self.page) && rules.ignores(self.button) && rules.ignores(page: self.child))
        #expect(rules.ignores(self.banner))
    }

    @Test("A page's class silences it and the pages in it; a container's only itself")
    func pages() {
        let rules = IgnoreRules(pages: ["HomeVC"])
        #expect(rules.ignores(self.button) && rules.ignores(self.banner) && rules.ignores(page: self.child))
        let container = IgnoreRules(pages: ["UINavigationController"])
        #expect(container.ignores(page: self.navigation) && !container.ignores(self.button))
        #expect(!container.ignores(page: self.page))
    }

    @Test("Types, kinds and paths")
    func others() throws {
        #expect(IgnoreRules(types: ["UIButton"]).ignores(self.button))
        #expect(!IgnoreRules(types: ["Box"]).ignores(self.button), "a type is meant without what is in it")
        #expect(IgnoreRules(kinds: [.image]).ignores(self.banner) && !IgnoreRules(kinds: [.image]).ignores(self.button))
        #expect(IgnoreRules(kinds: [.page]).ignores(page: self.page))
        let paths = IgnoreRules(paths: [try PathPattern("HomeVC[0]/Box[0]/**")])
        #expect(paths.ignores(["HomeVC[0]/Box[0]/UIButton[0]"]) && !paths.ignores(["HomeVC[0]/Box[1]"]))
    }

    @Test("A tree that runs in a circle ends the search")
    func circles() {
        let rules = IgnoreRules(types: ["Other"])
        let loop = LoopingElement("Loop")
        #expect(!rules.ignores(loop))
        self.page.parentPage = self.child
        #expect(!rules.ignores(page: self.page))
    }

    @Test("The kinds that a configuration may name are those that elements have")
    func kinds() {
        #expect(Set(AutoTrackSettings.elementKinds) == Set(ElementKind.allCases.map(\.rawValue)))
    }

    /// An element that contains itself.
    private final class LoopingElement: ManualElement {
        override init(
            _ name: String,
            _ kind: ElementKind = .view,
            frame: Rectangle? = nil,
            children: [ManualElement] = []
        ) {
            super.init(name, kind, frame: frame, children: children)
            self.parent = self
            self.responder = self
        }
    }
}

import SpoorTesting
import SpoorWire
import Testing

@testable import SpoorAutoTrack

/// Identifiers and names with characters that mean something in a path.
@MainActor
struct IdentifierTests {
    private let page = ManualPage("VC")

    private func button(
        _ identifier: String?,
        in parent: ManualElement? = nil,
        type: String = "UIButton"
    ) -> ManualElement {
        let button = ManualElement(type, .button)
        button.accessibilityIdentifier = identifier
        (parent ?? self.page.view).add(button)
        return button
    }

    @Test("Different elements have different ids, whatever their identifiers and classes are called")
    func collisions() {
        var elements = [self.button("a/UIButton#b"), self.button("row[1]"), self.button("row"), self.button("row")]
        elements.append(self.button("b", in: self.button("a")))
        elements += ["a*", "a%2A", "a", "a%", "a#b", "a/b", "[0]", "%5B0%5D", "a[-]"].map { self.button($0) }
        elements += [self.button(nil), self.button(nil)]
        elements += [self.button(nil, type: "A/B[0]"), self.button(nil, in: self.button(nil, type: "A"), type: "B")]
        elements.append(self.button(nil, type: "UIButton#row"))
        let paths = elements.map { ElementPaths(of: $0) }
        #expect(Set(paths.map(\.normalisedPath)).count == elements.count)
        #expect(Set(paths.map(\.elementID)).count == elements.count)
    }

    @Test("The ids of elements without such characters are those of earlier releases, by the same version of the rules")
    func version() {
        let paths = ElementPaths(of: self.button("buy-now_2.é"))
        #expect(paths.normalisedPath == "VC/UIView[0]/UIButton#buy-now_2.é" && paths.elementIDVersion == 1)
        #expect(ElementPaths(of: self.button("x")).elementID == ElementID.id(of: "VC/UIView[0]/UIButton#x"))
    }

    @Test(
        "A white list and a definition can say an identifier, an id or a screen's name with such characters",
        arguments: ["buy*now", "a/b", "#1", "50%", "row[1]", "**", "plain"]
    )
    func patterns(name: String) throws {
        let named = self.button(name)
        let own = self.button(nil)
        own.tracking.elementID = name
        let written = PathText.name(name)
        let (first, second) = (ElementPaths(of: named), ElementPaths(of: own))
        #expect(second.elementID == name, "the app's own id is as it gave it")
        let path = try PathPattern("VC/UIView[0]/UIButton#\(written)")
        #expect(PathWhiteList([path]).allows(first.names) && !PathWhiteList([path]).allows(second.names))
        let id = try PathPattern(written)
        #expect(PathWhiteList([id]).allows(second.names) && !PathWhiteList([id]).allows(first.names))
        var alias = EventDefinition.Alias()
        alias.path = path
        let definition = EventDefinition("d", aliases: [alias])
        #expect(DefinitionIndex([definition]).matches(.click, first, pages: []).count == 1)
        self.page.screenName = name
        #expect(ElementPaths(of: self.button("x")).normalisedPath == "\(written)/UIView[0]/UIButton#x")
    }
}

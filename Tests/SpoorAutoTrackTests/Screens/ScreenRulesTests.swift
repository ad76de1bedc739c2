import Foundation
import ScreenDumps
import SpoorAutoTrack
import Testing

/// What the types in a dump mean, one rule at a time.
@MainActor
struct ScreenRulesTests {
    /// The names of the elements that the engine calls visible.
    private static func visible(_ windows: String) throws -> Set<String> {
        let text = "<XCUIElementTypeApplication \(Self.place(0, 0, 100, 200))>\(windows)</XCUIElementTypeApplication>"
        let ratios = try ScreenDump(Data(text.utf8)).visibleRatios()
        return Set(ratios.filter { $0.ratio > 0 }.compactMap(\.entry.node.name))
    }

    private static func place(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> String {
        "x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\""
    }

    private static func tag(
        _ type: String,
        _ name: String,
        _ x: Int,
        _ y: Int,
        _ width: Int,
        _ height: Int,
        _ more: String = "",
        inside: String = ""
    ) -> String {
        let head = "XCUIElementType\(type)"
        return "<\(head) name=\"\(name)\" \(Self.place(x, y, width, height)) \(more)>\(inside)</\(head)>"
    }

    private static func window(_ name: String, _ inside: String) -> String {
        Self.tag("Window", name, 0, 0, 100, 200, inside: inside)
    }

    private static let label = Self.tag("StaticText", "label", 10, 150, 50, 20)
    private static let page = Self.tag("Other", "page", 0, 0, 100, 200, inside: Self.label)

    @Test("A later window of containers only is hidden, one that draws anything inside the screen is not")
    func emptyWindows() throws {
        let container = Self.tag("Other", "container", 0, 0, 100, 200)
        let outside = Self.tag("Keyboard", "keyboard", 0, 200, 100, 80)
        let drawn = Self.tag("Other", "drawn", 0, 0, 100, 200, "label=\"Sign in\"")
        let first = Self.window("first", Self.label)
        let shown: Set = ["first", "label"]
        #expect(try Self.visible(first + Self.window("w", container)) == shown)
        #expect(try Self.visible(first + Self.window("w", container + outside)) == shown)
        #expect(
            try Self.visible(first + Self.window("w", container + Self.label)) == shown.union(["w", "container"])
        )
        // What draws all by itself has nothing but containers, some with a text.
        #expect(try Self.visible(first + Self.window("w", drawn)) == shown.union(["w", "drawn"]))
        // The app's own window comes first, and a game has nothing but a view in it.
        #expect(try Self.visible(Self.window("w", container)) == ["w", "container"])
        #expect(try Self.visible(Self.window("w", container) + Self.window("v", container)) == ["w", "container"])
    }

    @Test("Applications that stand beside each other in one dump are one screen, drawn in their order")
    func severalApplications() throws {
        let alert = Self.tag("Alert", "alert", 10, 100, 80, 80, inside: Self.tag("StaticText", "sure", 20, 110, 10, 10))
        let applications = [Self.window("w", Self.label), Self.window("v", alert)].map {
            "<XCUIElementTypeApplication \(Self.place(0, 0, 100, 200))>\($0)</XCUIElementTypeApplication>"
        }
        let dump = try ScreenDump(Data("<AppiumAUT>\(applications.joined())</AppiumAUT>".utf8))
        let visible = dump.visibleRatios().filter { $0.ratio > 0 }.compactMap(\.entry.node.name)
        // The label lies behind the alert.
        #expect(visible == ["w", "v", "alert", "sure"])
    }

    @Test("A verdict is read in every spelling of true", arguments: ["true", "True", "TRUE", "1"])
    func verdicts(text: String) throws {
        let dump = try ScreenDump(
            Data("<XCUIElementTypeApplication visible=\"\(text)\" \(Self.place(0, 0, 9, 9))/>".utf8)
        )
        #expect(dump.entries.map(\.node.verdict) == [true])
    }

    @Test(
        "A presented page with a backdrop covers what was there before; a note without one, or an empty layer, does not"
    )
    func presentedPages() throws {
        let card = Self.tag("Other", "card", 10, 100, 80, 90, inside: Self.tag("StaticText", "text", 20, 110, 10, 10))
        let backdrop = Self.tag("Other", "backdrop", 0, 0, 100, 200)
        let modal = Self.tag("Other", "modal", 0, 0, 100, 200, inside: backdrop + card)
        #expect(try Self.visible(Self.window("w", Self.page + modal)) == ["w", "modal", "backdrop", "card", "text"])
        let note = Self.tag("Other", "note", 0, 0, 100, 200, inside: card)
        #expect(try Self.visible(Self.window("w", Self.page + note)).isSuperset(of: ["page", "label", "text"]))
        let layer = Self.tag("Other", "layer", 0, 0, 100, 200, inside: backdrop)
        #expect(try Self.visible(Self.window("w", Self.page + layer)).isSuperset(of: ["page", "label"]))
    }

    @Test(
        "A page that is a few points smaller than its window, or lies in a container or two, is presented all the same",
        arguments: 0...2
    )
    func wrappedPages(wrappers: Int) throws {
        for inset in [0, 1, 3] {
            let frame = (inset, inset, 100 - 2 * inset, 200 - 2 * inset)
            let backdrop = Self.tag(
                "ScrollView",
                "list",
                frame.0,
                frame.1,
                frame.2,
                frame.3,
                inside: Self.tag("StaticText", "text", 20, 110, 10, 10)
            )
            var inside = Self.page + Self.tag("Other", "modal", frame.0, frame.1, frame.2, frame.3, inside: backdrop)
            for level in 0..<wrappers { inside = Self.tag("Other", "w\(level)", 0, 0, 100, 200, inside: inside) }
            let visible = try Self.visible(Self.window("w", inside))
            #expect(visible.isDisjoint(with: ["page", "label"]), "\(inset)")
            #expect(visible.isSuperset(of: ["modal", "list", "text"]), "\(inset)")
        }
    }

    @Test("What covers no page, lies in front of none, or is too deep or too small is not a presented page")
    func otherPages() throws {
        let text = Self.tag("StaticText", "text", 20, 110, 10, 10)
        let list = Self.tag("ScrollView", "list", 0, 0, 100, 200, inside: text)
        let modal = Self.tag("Other", "modal", 0, 0, 100, 200, inside: list)
        func wrap(_ inside: String, _ type: String = "Other") -> String {
            Self.tag(type, "w", 0, 0, 100, 200, inside: inside)
        }
        let lower = Self.tag(
            "Other",
            "modal",
            0,
            20,
            100,
            180,
            inside: Self.tag("ScrollView", "list", 0, 20, 100, 180, inside: text)
        )
        for inside in [
            wrap(wrap(wrap(Self.page + modal))), wrap(Self.label + modal), wrap(Self.page + modal + Self.label),
            wrap(Self.page + list), wrap(Self.page + modal, "ScrollView"), wrap(Self.page + lower), Self.page + lower,
        ] {
            #expect(try Self.visible(Self.window("w", inside)).contains("label"), "\(inside)")
        }
    }

    @Test(
        "A layer that lets touches through, with a note on it, is not a presented page; with a card it is",
        arguments: [
            (8, false), (40, true),
        ] as [(Int, Bool)]
    )
    func notes(height: Int, isPage: Bool) throws {
        let note = Self.tag("Other", "note", 10, 20, 80, height, inside: Self.tag("StaticText", "text", 20, 22, 10, 6))
        let layer = Self.tag(
            "Other",
            "layer",
            0,
            0,
            100,
            200,
            inside: Self.tag("Other", "empty", 0, 0, 100, 200) + note
        )
        for inside in [Self.page + layer, Self.tag("Other", "w", 0, 0, 100, 200, inside: Self.page + layer)] {
            #expect(try Self.visible(Self.window("w", inside)).contains("label") != isPage)
        }
    }

    @Test("What takes the touches covers what came before, unless it is disabled or listed twice")
    func covers() throws {
        let button = Self.tag("Button", "button", 0, 140, 100, 40)
        #expect(try !Self.visible(Self.window("w", Self.page + button)).contains("label"))
        #expect(try Self.visible(Self.window("w", button + Self.page)).contains("label"))
        let disabled = Self.tag("Button", "button", 0, 140, 100, 40, "enabled=\"false\"")
        #expect(try Self.visible(Self.window("w", Self.page + disabled)).contains("label"))
        let again = Self.tag("Button", "again", 0, 141, 100, 39)
        #expect(try Self.visible(Self.window("w", button + again)) == ["w", "button", "again"])
        let keyboard = Self.window("k", Self.tag("Keyboard", "keyboard", 0, 120, 100, 80))
        #expect(try !Self.visible(Self.window("w", Self.page) + keyboard).contains("label"))
    }

    @Test(
        "What scrolls, and a cell, clips what is in it; a plain container does not",
        arguments: ["Table", "Cell", "Other"]
    )
    func clips(type: String) throws {
        let box = Self.tag(type, "box", 0, 0, 100, 100, inside: Self.label)
        #expect(try Self.visible(Self.window("w", box)).contains("label") == (type == "Other"))
    }
}

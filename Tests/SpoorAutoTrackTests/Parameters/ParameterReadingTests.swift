import SpoorTesting
import SpoorWire
import Testing

@testable import SpoorAutoTrack

@MainActor
struct ParameterReadingTests {
    private final class Banner {
        var url: String? = "app://sale"
        var image: [Int] = []
        var count = 3
    }

    private final class HomePage: NSObjectLike {
        var banner: Banner? = Banner()
        let field = Field()
        let info: [String: Any] = ["sku": "A-17", "deep": ["n": 1]]
    }

    /// A reader as an adapter has it: it knows what stands behind elements, and which objects are fields.
    private final class Adapter: KeyPathReader {
        let subject: AnyObject
        private(set) var asked: [String] = []

        init(_ subject: AnyObject) { self.subject = subject }

        func subject(of element: any Element) -> Any? { element is any PageElement ? self.subject : nil }

        func isProtected(_ object: Any) -> Bool { object is Field }

        func value(named name: String, of object: Any) -> KeyPathAnswer {
            self.asked.append(name)
            if let field = object as? Field, name == "text" { return .value(field.text) }
            guard let home = object as? HomePage else { return .unknown }
            switch name {
            case "field": return .value(home.field)
            case "info": return .value(home.info)
            case "owner": return .value(home)
            default: return .unknown
            }
        }
    }

    private class NSObjectLike {}
    private final class Field { let text = "typed" }

    private let home = HomePage()
    private let page = ManualPage("HomeVC")
    private let button = ManualElement("UIButton", .button)
    private let adapter: Adapter
    private let readers = PropertyReaders()

    init() {
        self.adapter = Adapter(self.home)
        self.page.view.add(ManualElement("Cell", .cell, children: [self.button]))
        self.readers.register("banner", of: HomePage.self) { $0.banner }
        self.readers.register("url", of: Banner.self) { $0.url }
        self.readers.register("count", of: Banner.self) { $0.count }
        self.readers.register("image", of: Banner.self) { $0.image }
        self.readers.register("number", of: ManualElement.self) { $0.children.count }
    }

    private func read(_ path: String, from element: ManualElement? = nil) throws -> ParameterReading.Outcome {
        let reading = ParameterReading(readers: [self.readers, self.adapter])
        return reading.read(try ParameterPath(path), from: element ?? self.button, page: nil)
    }

    @Test(
        "A key path is followed name by name, from the page, the cell, what contains it or the element",
        arguments: [
            ("viewController.banner.url", PropertyValue.string("app://sale")), ("page.banner.count", .integer(3)),
            ("page.info.sku", .string("A-17")), ("page.info.deep.n", .integer(1)), ("cell.number", .integer(1)),
            ("superview.number", .integer(1)), ("number", .integer(0)), ("element.number", .integer(0)),
            ("page.owner.owner.banner.count", .integer(3)),
        ]
    )
    func follows(path: String, value: PropertyValue) throws {
        #expect(try self.read(path) == .value(value))
    }

    @Test("What has no value now is absent, and nothing is said")
    func absent() throws {
        self.home.banner?.url = nil
        #expect(try self.read("viewController.banner.url") == .absent)
        self.home.banner = nil
        #expect(try self.read("viewController.banner.url") == .absent)
        #expect(try self.read("page.info.nothing") == .absent)
        #expect(
            try self.read("viewController.banner.url", from: ManualElement("UIView")) == .absent,
            "it is on no page"
        )
        #expect(try self.read("cell.number", from: ManualElement("UIView")) == .absent)
    }

    @Test("An unknown name is refused before anything is called for it, and said")
    func unknownNames() throws {
        guard case .refused(let sentence) = try self.read("viewController.baner.url") else {
            Issue.record("a misspelt name was read")
            return
        }
        #expect(sentence.contains("'baner'"))
        #expect(Set(self.adapter.asked) == ["baner"], "url is not asked of anything")
    }

    @Test("What was typed is never read, by whatever way")
    func typedText() throws {
        for path in ["viewController.field.text", "page.field", "page.owner.field.text"] {
            guard case .refused = try self.read(path) else {
                Issue.record("\(path) was read")
                continue
            }
        }
        #expect(!self.adapter.asked.contains("text"))
        let field = ManualElement("UITextField", .textInput)
        let secure = ManualElement("UILabel", .label)
        secure.isSecure = true
        for element in [field, secure] {
            guard case .refused = try self.read("number", from: element) else {
                Issue.record("\(element.typeName) was read")
                continue
            }
        }
        #expect(throws: ParameterPathError.self) { try self.read("page.userPassword") }
    }

    @Test("An object of the interface is no value")
    func endsInElement() throws {
        for path in ["page", "cell", "element", "superview"] {
            guard case .refused = try self.read(path) else {
                Issue.record("\(path) was read")
                continue
            }
        }
        guard case .refused = try self.read("page.owner") else {
            Issue.record("an object was a property")
            return
        }
    }
}

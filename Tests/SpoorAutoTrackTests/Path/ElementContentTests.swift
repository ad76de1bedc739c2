import SpoorAutoTrack
import SpoorTesting
import Testing

@MainActor
struct ElementContentTests {
    private func label(_ text: String) -> ManualElement {
        let label = ManualElement("UILabel", .label)
        label.text = text
        return label
    }

    @Test("A cell's content is the texts in it, joined, hidden ones left out")
    func joinedTexts() {
        let hidden = self.label("hidden")
        hidden.visibility.isHidden = true
        let faint = self.label("faint")
        faint.visibility.opacity = 0.005
        let blank = self.label("  ")
        let cell = ManualElement(
            "Cell",
            .cell,
            children: [self.label("Pear"), hidden, faint, blank, ManualElement("V", children: [self.label("2 €")])]
        )
        #expect(ElementPaths(of: cell).content == "Pear-2 €")
    }

    @Test("What is marked to be ignored is not read: alone, or with what is in it", arguments: [false, true])
    func ignored(isWrapped: Bool) {
        let box = ManualElement("Box", children: [self.label("IBAN")])
        box.text = "own"
        let around: ManualElement = isWrapped ? ManualElement("_Wrapper", children: [box]) : box
        around.isPrivateWrapper = isWrapped
        let cell = ManualElement("Cell", .cell, children: [around, self.label("Pay")])
        #expect(ElementPaths(of: cell).content == "own-Pay")
        box.tracking.ignore = .element
        #expect(ElementPaths(of: cell).content == "IBAN-Pay")
        around.tracking.ignore = .withDescendants
        #expect(ElementPaths(of: cell).content == "Pay")
        around.tracking.content = "said"
        #expect(ElementPaths(of: cell).content == "Pay")
    }

    @Test("Texts are joined as they are read, whatever order they were put in")
    func readingOrder() {
        let texts = [("price", 200.0, 10.0), ("name", 10, 10), ("note", 10, 40), ("badge", 5, 2)]
        let labels = texts.map { text, x, y in
            let label = self.label(text)
            label.visibility.frame = Rectangle(x: x, y: y, width: 20, height: 10)
            return label
        }
        let cell = ManualElement("Cell", .cell, children: labels)
        #expect(ElementPaths(of: cell).content == "badge-name-price-note")
        cell.reorder(labels.reversed())
        #expect(ElementPaths(of: cell).content == "badge-name-price-note")
    }

    @Test("What the app's code says stands for what is shown")
    func ownContent() {
        let label = self.label("secret")
        label.tracking.content = "balance"
        #expect(ElementPaths(of: label).content == "balance")
    }

    @Test("What was typed is never read, whatever the adapter says", arguments: [ElementKind.textInput, .web])
    func typedTexts(_ kind: ElementKind) {
        let input = ManualElement("Input", kind, children: [self.label("inner")])
        input.text = "4111 1111"
        var state = ControlState()
        state.title = "4111 1111"
        input.controlState = state
        let form = ManualElement("Form", children: [self.label("Card"), input])
        #expect(ElementPaths(of: input).content == nil)
        #expect(ElementPaths(of: form).content == "Card")
        #expect(!ElementPaths(of: input, interception: .action("a:")).eventPath.contains("4111"))
    }

    @Test("What is secure, or lies in what is, is never read")
    func secureElements() {
        let button = ManualElement("UIButton", .button)
        button.text = "1234"
        let vault = ManualElement("Vault", children: [button])
        vault.isSecure = true
        let around = ManualElement("Around", children: [vault, self.label("open")])
        for element in [button, vault] {
            let paths = ElementPaths(of: element, interception: .action("a:"))
            #expect(paths.content == nil && !paths.eventPath.contains("1234"))
        }
        #expect(ElementPaths(of: around).content == "open")
    }

    @Test(
        "Characters are counted, whatever their script",
        arguments: ["abcdefghij", "商品名称商品名称商品", "éééééééééé", "😀😀😀😀😀😀😀😀😀😀", "abcdefghij"]
    )
    func countedCharacters(text: String) {
        for count in [1, 20, 24, 40] {
            let cell = ManualElement("Cell", .cell, children: (0..<count).map { _ in self.label(text) })
            #expect(ElementPaths(of: cell).content?.count == min(count * 11 - 1, 255))
        }
    }

    @Test("A text is cut to 255 characters, and a heap of marks has a bound too")
    func longTexts() {
        let long = self.label(String(repeating: "é", count: 1_000))
        #expect(ElementPaths(of: long).content?.count == 255)
        let heap = self.label("e" + String(repeating: "\u{301}", count: 100_000))
        #expect((ElementPaths(of: heap).content?.utf16.count ?? 0) <= 1_020)
        let many = ManualElement("Many", children: (0..<5_000).map { _ in self.label("word") })
        #expect((ElementPaths(of: many).content?.count ?? 0) == 255)
    }
}

/// What an element shows, as `$element_content` has it.
@MainActor
struct ElementContent {
    private var parts: [String] = []
    /// How long the parts are once they are joined.
    private var length = -1
    /// How many elements may still be read, and how many looked at for their place.
    private var (readable, lookable) = (500, 2_000)
    private var unread: Unread

    /// Its own text, else its control's state in words, else the texts of what it contains, joined by `-`.
    ///
    /// They are joined as they are read, from top to bottom and from left to right, not as they were put in. What was
    /// typed, and what is in a field, a secure element or a web view, is never read; what the app's code says of an
    /// element stands for it in a field and a web view, too. Of what is ignored nothing is read.
    ///
    /// - Parameters:
    ///   - element: the element.
    ///   - privacy: what around it forbids to read it.
    ///   - unread: what of it is not read.
    /// - Returns: its content; nil for none.
    static func content(of element: any Element, _ privacy: ElementPrivacy, _ unread: Unread = Unread()) -> String? {
        guard !privacy.isSecure else { return nil }
        guard !privacy.hidesTexts else { return PathText.cutOrNil(element.tracking.content) }
        var content = ElementContent(unread: unread)
        content.collect(element, depth: 0)
        return PathText.cutOrNil(content.parts.joined(separator: "-"))
    }

    private mutating func collect(_ element: any Element, depth: Int) {
        guard self.readable > 0, depth < TreeBounds.levels, self.length < PathText.maxCharacters else { return }
        self.readable -= 1
        guard !element.isSecure else { return }
        if let own = self.own(element) {
            self.parts.append(own)
            self.length += own.count + 1
            return
        }
        guard element.kind != .textInput, element.kind != .web else { return }
        var children: [(element: any Element, place: ReadingPlace)] = []
        self.flatten(element, depth: depth, into: &children)
        for child in children.sorted(by: { $0.place < $1.place }) { self.collect(child.element, depth: depth + 1) }
    }

    private init(unread: Unread) { self.unread = unread }

    /// What an element contains that can be seen; private wrappers that show nothing themselves are looked through.
    private mutating func flatten(
        _ element: any Element,
        depth: Int,
        into children: inout [(element: any Element, place: ReadingPlace)]
    ) {
        for child in element.children {
            guard self.lookable > 0 else { return }
            self.lookable -= 1
            let visibility = child.visibility
            guard Self.canBeSeen(visibility), !self.unread.hidesAll(in: child) else { continue }
            if child.isPrivateWrapper, !child.isSecure, depth < TreeBounds.levels, self.own(child) == nil {
                self.flatten(child, depth: depth + 1, into: &children)
            } else {
                children.append((child, ReadingPlace(child, visibility.frame, index: children.count)))
            }
        }
    }

    /// Whether anything of an element is drawn at all.
    static func canBeSeen(_ visibility: VisibilityFacts) -> Bool {
        !visibility.isHidden && visibility.opacity > 0.01
    }

    private mutating func own(_ element: any Element) -> String? {
        guard let text = Self.text(of: element), !self.unread.hides(element) else { return nil }
        return text
    }

    private static func text(of element: any Element) -> String? {
        if let content = PathText.cutOrNil(element.tracking.content) { return content }
        guard element.kind != .textInput, element.kind != .web else { return nil }
        return self.state(of: element) ?? PathText.cutOrNil(element.controlState?.title)
            ?? PathText.cutOrNil(element.text)
    }

    private static func state(of element: any Element) -> String? {
        guard let state = element.controlState else { return nil }
        switch element.kind {
        case .toggle: return state.isOn.map { $0 ? "checked" : "unchecked" }
        case .slider: return state.value.map(PathText.sixDecimals)
        case .stepper: return state.value.map(PathText.number)
        case .segmentedControl: return PathText.cutOrNil(state.selectedTitle)
        case .pageControl: return state.selectedIndex.map(String.init)
        default: return nil
        }
    }
}

/// Where a text stands among others; what stands at one place is told apart by its type, then by its order.
private struct ReadingPlace: Comparable {
    var y: Double
    var x: Double
    var typeName: String
    var index: Int

    @MainActor
    init(_ element: any Element, _ frame: Rectangle?, index: Int) {
        self.y = frame?.y ?? 0
        self.x = frame?.x ?? 0
        self.typeName = element.typeName
        self.index = index
    }

    static func < (left: ReadingPlace, right: ReadingPlace) -> Bool {
        (left.y, left.x, left.typeName, left.index) < (right.y, right.x, right.typeName, right.index)
    }
}

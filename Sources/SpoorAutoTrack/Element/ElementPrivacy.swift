/// What of an element's surroundings forbids to read what it shows.
///
/// A field draws what was typed into it by elements of its own, and apps draw a code's digits in labels: what is in a
/// field, a secure element or a web view is as private as that itself.
@MainActor
struct ElementPrivacy {
    /// Whether it is secure, or lies in what is.
    private(set) var isSecure = false

    /// Whether it takes text, or lies in what does.
    private(set) var isInField = false

    /// Whether it is a web view, or lies in one.
    private(set) var isInWeb = false

    /// Whether its texts are never read; what the app's code says of it (`content`) may be, unless it is secure.
    var hidesTexts: Bool { self.isSecure || self.isInField || self.isInWeb }

    /// Whether no key path may lead through it.
    var refusesKeyPaths: Bool { self.isSecure || self.isInField }

    /// Looks at an element alone.
    init(at element: any Element) {
        self.add(element)
    }

    /// Looks at an element and all that contains it; what lies deeper than levels are looked at is not read.
    ///
    /// - Parameters:
    ///   - element: the element.
    ///   - container: what stands in for its parent where it has none.
    init(of element: any Element, in container: (any Element)? = nil) {
        var current: (any Element)? = element
        for _ in 0..<TreeBounds.levels {
            guard let around = current else { return }
            self.add(around)
            if self.isSecure { return }
            current = around.parent ?? (around === element ? container : nil)
        }
        self.isSecure = current != nil
    }

    private mutating func add(_ element: any Element) {
        self.isSecure = self.isSecure || element.isSecure
        switch element.kind {
        case .textInput: self.isInField = true
        case .web: self.isInWeb = true
        default: break
        }
    }
}

public import Foundation
import SpoorAutoTrack
public import SpoorTesting

/// A real screen, read from a dump and made a tree of elements for the engine.
@MainActor
public struct ScreenDump {
    /// An element and what XCUITest says of it.
    public struct Entry {
        /// The element made of the node.
        public let element: ManualElement
        /// The node of the dump.
        public let node: DumpNode
    }

    /// The outermost element: the application, or the part of which the dump was made.
    public let root: ManualElement

    /// All elements, in the order of the dump, which is that in which they are drawn.
    public private(set) var entries: [Entry] = []

    /// Reads a file.
    ///
    /// - Parameter url: the dump.
    /// - Throws: ``DumpFault`` for what is no dump, and what reading the file throws.
    public init(contentsOf url: URL) throws {
        try self.init(Data(contentsOf: url))
    }

    /// Reads a dump's text.
    ///
    /// - Parameter data: the XML, in UTF-8.
    /// - Throws: ``DumpFault``.
    public init(_ data: Data) throws {
        let node = try DumpParser.read(data)
        self.root = Self.element(of: node)
        // Beside each other, applications stand on a screen that is no element of them.
        if !node.type.isEmpty { self.entries.append(Entry(element: self.root, node: node)) }
        self.fill(self.root, from: node, in: [], clip: self.root.visibility.frame)
    }

    private mutating func fill(_ parent: ManualElement, from node: DumpNode, in around: [DumpNode], clip: Rectangle?) {
        var row = 0
        let inside = around + [node]
        for child in node.children {
            let element = Self.element(of: child)
            if child.type == "Window", child !== node.children.first(where: { $0.type == "Window" }) {
                element.visibility.isHidden = !Self.draws(child, clip: clip)
            }
            if child.type == "Cell" {
                element.cellPosition = CellPosition(section: 0, row: row)
                row += 1
            }
            if let covered = Self.covered(by: child, in: inside) {
                element.visibility.isOpaque = true
                element.visibility.frame = covered
            }
            parent.add(element)
            self.entries.append(Entry(element: element, node: child))
            let isClipping = ScreenRules.clipping.contains(child.type)
            let inner = isClipping ? clip?.intersection(child.frame) ?? child.frame : clip
            self.fill(element, from: child, in: inside, clip: inner)
        }
    }

    private static func element(of node: DumpNode) -> ManualElement {
        let element = ManualElement(node.type, ScreenRules.kind(of: node.type), frame: node.frame)
        element.text = node.label
        element.accessibilityIdentifier = node.name == node.label ? nil : node.name
        element.isSecure = node.type == "SecureTextField"
        element.visibility.clips = ScreenRules.clipping.contains(node.type)
        if element.kind.isControl {
            var state = ControlState()
            state.title = node.label
            state.isEnabled = node.isEnabled
            element.controlState = state
        }
        return element
    }

    /// What a node covers of what was drawn before it.
    ///
    /// - Parameters:
    ///   - node: the node.
    ///   - around: what contains it, from the outermost node on.
    /// - Returns: its frame by its type, its window as a presented page; nil for nothing.
    private static func covered(by node: DumpNode, in around: [DumpNode]) -> Rectangle? {
        guard let parent = around.last else { return nil }
        if ScreenRules.covers(node), !ScreenRules.isListedTwice(node, among: parent.children) { return node.frame }
        guard let window = ScreenRules.window(behind: node, in: around) else { return nil }
        return Self.draws(node, clip: window) && ScreenRules.isPage(node, filling: window) ? window : nil
    }

    /// Whether the node or anything in it draws inside the clip.
    private static func draws(_ node: DumpNode, clip: Rectangle?) -> Bool {
        let seen = clip.map(node.frame.intersection) ?? node.frame
        if !seen.isEmpty, ScreenRules.draws(node) { return true }
        let inner = ScreenRules.clipping.contains(node.type) ? seen : clip
        return node.children.contains { Self.draws($0, clip: inner) }
    }
}

extension ScreenDump {
    /// What the engine says of every element.
    ///
    /// - Returns: each element with the part of it that the engine calls visible, 0 to 1.
    public func visibleRatios() -> [(entry: Entry, ratio: Double)] {
        var scene = VisibilityScene()
        scene.rebuild([self.root])
        return self.entries.map { ($0, scene.visibleRatio(of: $0.element)) }
    }

    /// Compares the engine's verdicts with XCUITest's: visible is what shows any part.
    ///
    /// - Returns: the score of all elements that have a verdict.
    public func score() -> ScreenScore {
        var score = ScreenScore()
        for (entry, ratio) in self.visibleRatios() {
            guard let verdict = entry.node.verdict else { continue }
            score.add(engine: ratio > 0, xcuitest: verdict)
        }
        return score
    }
}

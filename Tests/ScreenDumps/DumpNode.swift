public import SpoorAutoTrack

/// One element of a dump, as XCUITest wrote it.
public final class DumpNode {
    /// The type without the prefix `XCUIElementType`: `Button`, `Other`, `Window`.
    public let type: String

    /// Where it lies on the screen.
    public let frame: Rectangle

    /// The accessibility identifier, or the label where there is none; nil for none.
    public let name: String?

    /// What an assistive tool reads out; nil for none.
    public let label: String?

    /// Whether it answers touches.
    public let isEnabled: Bool

    /// XCUITest's own verdict; nil where the dump has none.
    public let verdict: Bool?

    /// What it contains, in the order of the dump.
    public internal(set) var children: [DumpNode] = []

    init(type: String, attributes: [String: String]) {
        self.type = type
        func number(_ name: String) -> Double { attributes[name].flatMap(Double.init) ?? 0 }
        self.frame = Rectangle(x: number("x"), y: number("y"), width: number("width"), height: number("height"))
        self.name = attributes["name"].flatMap { $0.isEmpty ? nil : $0 }
        self.label = attributes["label"].flatMap { $0.isEmpty ? nil : $0 }
        self.isEnabled = attributes["enabled"] != "false"
        self.verdict = attributes["visible"].map { ["true", "1"].contains($0.lowercased()) }
    }
    /// The screen on which several applications stand.
    init(_ applications: [DumpNode]) {
        self.type = ""
        let size = applications.map(\.frame)
        self.frame = Rectangle(
            x: 0,
            y: 0,
            width: size.map(\.maxX).max() ?? 0,
            height: size.map(\.maxY).max() ?? 0
        )
        (self.name, self.label, self.isEnabled, self.verdict) = (nil, nil, true, nil)
        self.children = applications
    }
}

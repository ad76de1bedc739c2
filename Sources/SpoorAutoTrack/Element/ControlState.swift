/// What a control says of itself at one moment (003: the properties behind the responder chain).
public struct ControlState: Hashable, Sendable {
    /// The title shown now.
    public var title: String?

    /// The toolkit's state bits; UIKit: `UIControl.State.rawValue`.
    public var bits: Int?

    /// Whether it answers touches.
    public var isEnabled: Bool?

    /// Whether it is selected.
    public var isSelected: Bool?

    /// Whether a switch is on.
    public var isOn: Bool?

    /// The index of the chosen segment, or of the page of a page control; -1 for none.
    public var selectedIndex: Int?

    /// The title of the chosen segment.
    public var selectedTitle: String?

    /// The value of a stepper or slider.
    public var value: Double?

    /// The least value.
    public var minimum: Double?

    /// The greatest value.
    public var maximum: Double?

    /// An alert's or action's style, by the toolkit's number.
    public var style: Int?

    /// Makes a state of which nothing is known.
    public init() {}
}

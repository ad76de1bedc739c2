public import SpoorWire

/// A click that counted: everything about it, read before the app's handler ran.
public struct Click {
    /// The element.
    public var element: any Element

    /// Its paths, position and content.
    public var paths: ElementPaths

    /// The screen that it was on; nil where nobody knows.
    public var screen: PageFacts?

    /// What is known of it.
    public var properties: Properties

    /// When it happened, in milliseconds since 1970.
    public var milliseconds: Int64

    /// Whether a burst of clicks on one place became one of rage with it.
    public var isRage: Bool

    /// The event of the click.
    public var event: AutoEvent { AutoEvent("$AppClick", self.properties, milliseconds: self.milliseconds) }

    /// The event of the rage; nil for none.
    public var rageEvent: AutoEvent? {
        self.isRage ? AutoEvent("$AppRageClick", self.properties, milliseconds: self.milliseconds) : nil
    }
}

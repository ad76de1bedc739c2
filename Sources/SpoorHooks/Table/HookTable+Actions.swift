extension HookPoint {
    /// A control runs an action that is a closure (iOS 14 on); such a one does not go by the application: `action`.
    public static let controlAction = HookPoint(
        "action.closure",
        className: "UIControl",
        selector: "sendAction:",
        types: "v@:@"
    )

    /// An action that is a closure runs: `sender, target`; of a menu, of an item in a bar, or of a control.
    public static let menuAction = HookPoint(
        "action.menu",
        className: "UIAction",
        selector: "performWithSender:target:",
        types: "v@:@@"
    )
}

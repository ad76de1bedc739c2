extension HookPoint {
    /// A control runs an action that is a closure (iOS 14 on); such a one does not go by the application: `action`.
    public static let controlAction = HookPoint(
        "action.closure",
        className: "UIControl",
        selector: "sendAction:",
        types: "v@:@"
    )
}

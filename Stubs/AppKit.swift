// Declarations for the compiler's eyes only: AppKit.
@_exported import AppleFoundation

@objc @MainActor open class NSResponder: NSObject {}

@MainActor open class NSApplication: NSResponder {
    public enum ActivationPolicy: Int, Sendable { case regular, accessory, prohibited }

    open class var shared: NSApplication { fatalError() }
    open var isActive: Bool { fatalError() }
    open var isRunning: Bool { fatalError() }
    open func activationPolicy() -> ActivationPolicy { fatalError() }

    public nonisolated static let didFinishLaunchingNotification = Notification.Name("")
    public nonisolated static let willBecomeActiveNotification = Notification.Name("")
    public nonisolated static let didBecomeActiveNotification = Notification.Name("")
    public nonisolated static let willResignActiveNotification = Notification.Name("")
    public nonisolated static let didResignActiveNotification = Notification.Name("")
    public nonisolated static let willTerminateNotification = Notification.Name("")
}

@MainActor public var NSApp: NSApplication! { fatalError() }

@objc @MainActor open class NSScreen: NSObject {
    open class var screens: [NSScreen] { fatalError() }
    open class var main: NSScreen? { fatalError() }
    open var frame: NSRect { fatalError() }
}

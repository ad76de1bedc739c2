// Declarations for the compiler's eyes only: Foundation as Apple ships it, one module that brings the Objective-C
// runtime and the URL loading system along. Sources that import Foundation import this one while they are checked.
@_exported import FoundationNetworking
@_exported import ObjectiveC

// Core Foundation's types are those of Foundation, by another name.
public typealias CFTypeRef = AnyObject
public typealias CFString = NSString
public typealias CFDictionary = NSDictionary
public typealias CFMutableDictionary = NSMutableDictionary
public final class CFAllocator: Sendable {}
public var kCFAllocatorDefault: CFAllocator! { fatalError() }

public final class CFNotificationCenter: Sendable {}
public struct CFNotificationName: Hashable, Sendable {
    public var rawValue: CFString { fatalError() }
    public init(_ rawValue: CFString) { fatalError() }
}
public enum CFNotificationSuspensionBehavior: Int, Sendable { case drop, coalesce, hold, deliverImmediately }
// Apple's is a C function, which captures nothing; a name as a struct cannot be in one's signature here.
public typealias CFNotificationCallback =
    @Sendable (
        CFNotificationCenter?, UnsafeMutableRawPointer?, CFNotificationName?, UnsafeRawPointer?, CFDictionary?
    ) -> Void
public func CFNotificationCenterGetDarwinNotifyCenter() -> CFNotificationCenter! { fatalError() }
public func CFNotificationCenterPostNotification(
    _ center: CFNotificationCenter!,
    _ name: CFNotificationName!,
    _ object: UnsafeRawPointer!,
    _ userInfo: CFDictionary!,
    _ deliverImmediately: Bool
) {}
public func CFNotificationCenterAddObserver(
    _ center: CFNotificationCenter!,
    _ observer: UnsafeRawPointer!,
    _ callBack: CFNotificationCallback!,
    _ name: CFString!,
    _ object: UnsafeRawPointer!,
    _ suspensionBehavior: CFNotificationSuspensionBehavior
) {}

extension FileManager {
    @objc(containerURLForSecurityApplicationGroupIdentifier:)
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? { fatalError() }
}

extension FileAttributeKey {
    public static let protectionKey = FileAttributeKey(rawValue: "NSFileProtectionKey")
}

public struct FileProtectionType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let complete = FileProtectionType(rawValue: "")
    public static let completeUnlessOpen = FileProtectionType(rawValue: "")
    public static let completeUntilFirstUserAuthentication = FileProtectionType(rawValue: "")
    public static let none = FileProtectionType(rawValue: "")
}

extension Notification.Name {
    public static let NSProcessInfoPowerStateDidChange = Notification.Name("")
    public static let NSExtensionHostDidBecomeActive = Notification.Name("")
    public static let NSExtensionHostWillResignActive = Notification.Name("")
    public static let NSExtensionHostDidEnterBackground = Notification.Name("")
    public static let NSExtensionHostWillEnterForeground = Notification.Name("")
}

extension ProcessInfo {
    public var isMacCatalystApp: Bool { fatalError() }
    public var isiOSAppOnMac: Bool { fatalError() }

    #if !STUB_macOS
    // Runs the block at once on a queue of the system's, and again with `true` when the time is over.
    public func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {}
    #endif
}

// The main loop, as far as an observer of it goes.
public final class CFRunLoop: Sendable {}
public final class CFRunLoopObserver: Sendable {}
public struct CFRunLoopMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let commonModes = CFRunLoopMode(rawValue: "")
}
public struct CFRunLoopActivity: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let beforeWaiting = CFRunLoopActivity(rawValue: 1 << 5)
}
public func CFRunLoopGetMain() -> CFRunLoop! { fatalError() }
public func CFRunLoopObserverCreateWithHandler(
    _ allocator: CFAllocator!,
    _ activities: UInt,
    _ repeats: Bool,
    _ order: Int,
    _ block: ((CFRunLoopObserver?, CFRunLoopActivity) -> Void)!
) -> CFRunLoopObserver! { fatalError() }
public func CFRunLoopAddObserver(_ loop: CFRunLoop!, _ observer: CFRunLoopObserver!, _ mode: CFRunLoopMode!) {}
public func CFRunLoopRemoveObserver(_ loop: CFRunLoop!, _ observer: CFRunLoopObserver!, _ mode: CFRunLoopMode!) {}

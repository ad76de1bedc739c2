#if canImport(AppKit) && !canImport(UIKit)
import AppKit
import Foundation
import SpoorWire

/// What the user-interface toolkit is asked, on the main thread.
@MainActor
enum Toolkit {
    /// The main screen's size in points; nil on a machine without one.
    static var screenSize: (width: Double, height: Double)? {
        guard let size = NSScreen.screens.first?.frame.size else { return nil }
        return (Double(size.width), Double(size.height))
    }

    /// The machine's serial number.
    static var vendorIdentifier: String? { MacSerialNumber.read() }

    /// The key of the platform's identifier among an event's ids.
    nonisolated static let identifierKey = IdentityKey.macSerial

    /// The key of the random one in its place.
    nonisolated static let randomKey = IdentityKey.macRandom

    /// Who tells how the app comes and goes.
    nonisolated static func lifeCycle() -> any AppLifeCycleSource { AppKitLifeCycle() }
}
#endif

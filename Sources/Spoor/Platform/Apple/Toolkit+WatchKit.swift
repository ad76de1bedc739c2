#if os(watchOS)
import Foundation
import SpoorWire
import WatchKit

/// What the user-interface toolkit is asked, on the main thread.
@MainActor
enum Toolkit {
    /// The screen's size in points.
    static var screenSize: (width: Double, height: Double)? {
        let size = WKInterfaceDevice.current().screenBounds.size
        return (Double(size.width), Double(size.height))
    }

    /// The vendor's identifier; nil before the first unlock.
    static var vendorIdentifier: String? { WKInterfaceDevice.current().identifierForVendor?.uuidString }

    /// The key of the platform's identifier among an event's ids.
    nonisolated static let identifierKey = IdentityKey.vendor

    /// The key of the random one in its place.
    nonisolated static let randomKey = IdentityKey.appleRandom

    /// Who tells how the app comes and goes.
    nonisolated static func lifeCycle() -> any AppLifeCycleSource { WatchLifeCycle() }
}
#endif

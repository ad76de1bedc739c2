#if canImport(UIKit) && !os(watchOS)
import Foundation
import SpoorUIKit
import SpoorWire
import UIKit

/// What the user-interface toolkit is asked, on the main thread.
@MainActor
enum Toolkit {
    /// The screen's size in points, held upright; nil where there is no screen.
    static var screenSize: (width: Double, height: Double)? {
        let size = UIScreen.main.fixedCoordinateSpace.bounds.size
        return (Double(size.width), Double(size.height))
    }

    /// The vendor's identifier; nil before the first unlock.
    static var vendorIdentifier: String? { UIDevice.current.identifierForVendor?.uuidString }

    /// The key of the platform's identifier among an event's ids.
    nonisolated static let identifierKey = IdentityKey.vendor

    /// The key of the random one in its place.
    nonisolated static let randomKey = IdentityKey.appleRandom

    /// The application; nil in an app extension, and before the toolkit has made it.
    static var application: UIApplication? { Windows.application }

    /// Who tells how the app comes and goes.
    nonisolated static func lifeCycle() -> any AppLifeCycleSource {
        #if os(iOS)
        if AppExtension.isCurrent { return ExtensionLifeCycle() }
        #endif
        return UIKitLifeCycle()
    }
}
#endif

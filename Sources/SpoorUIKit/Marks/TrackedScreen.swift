#if canImport(UIKit) && !os(watchOS)
public import SpoorWire
public import UIKit

/// A view controller that tells by itself what its page is called and about.
///
/// ```swift
/// extension ProductController: TrackedScreen {
///     var screenName: String? { "product" }
///     var screenURL: String? { "shop://product/\(self.sku)" }
///     var screenProperties: Properties { ["sku": self.sku] }
/// }
/// ```
@MainActor
public protocol TrackedScreen: UIViewController {
    /// The page's name, in place of the class's; nil leaves that, or the one that was attached to the controller.
    var screenName: String? { get }

    /// An address of the app's own for what the page shows; nil leaves the one that was attached, if any.
    var screenURL: String? { get }

    /// What else the page's events carry; of the same name what was attached to the controller goes first.
    var screenProperties: Properties { get }
}

extension TrackedScreen {
    /// None: what was attached stands, else the class's name.
    public var screenName: String? { nil }

    /// None: what was attached stands.
    public var screenURL: String? { nil }

    /// None.
    public var screenProperties: Properties { Properties() }
}
#endif

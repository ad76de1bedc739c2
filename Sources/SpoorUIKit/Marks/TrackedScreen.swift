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
    /// The page's name, in place of the class's; nil leaves that.
    var screenName: String? { get }

    /// An address of the app's own for what the page shows; nil for none.
    var screenURL: String? { get }

    /// What else the page's events carry.
    var screenProperties: Properties { get }
}

extension TrackedScreen {
    /// None: the class's name stands.
    public var screenName: String? { nil }

    /// None.
    public var screenURL: String? { nil }

    /// None.
    public var screenProperties: Properties { Properties() }
}
#endif

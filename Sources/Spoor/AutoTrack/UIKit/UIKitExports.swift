#if canImport(UIKit) && !os(watchOS)
// An app imports one module: what views and controllers can be told for tracking comes with it.
@_exported public import SpoorUIKit
#endif

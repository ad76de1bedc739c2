/// Asks the app's objects for the values of configured key paths, one name at a time.
///
/// An adapter brings one that knows its toolkit (on Apple's platforms the Objective-C runtime is asked whether the name
/// exists before anything is called, since an unknown one raises what Swift cannot catch); elsewhere, and for what is
/// written in Swift alone, the app registers readers with ``PropertyReaders``.
@MainActor
public protocol KeyPathReader: AnyObject {
    /// The app's own object behind an element; nil where this reader knows of none.
    func subject(of element: any Element) -> Any?

    /// The value of one name of an object.
    func value(named name: String, of object: Any) -> KeyPathAnswer

    /// Whether nothing in an object may be read: a secure field, a field that takes text.
    func isProtected(_ object: Any) -> Bool
}

extension KeyPathReader {
    /// None by default: the element is the object.
    public func subject(of element: any Element) -> Any? { nil }

    /// Nothing is protected by default.
    public func isProtected(_ object: Any) -> Bool { false }
}

/// What a ``KeyPathReader`` knows of a name.
public enum KeyPathAnswer {
    /// It does not know the name; another reader may.
    case unknown

    /// The name has no value now.
    case absent

    /// The value.
    case value(Any)
}

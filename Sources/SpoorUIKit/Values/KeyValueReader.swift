#if canImport(UIKit) && !os(watchOS)
import Foundation
public import SpoorAutoTrack
import SpoorHooks
import UIKit

/// Reads values of configured key paths from the app's objects, none of which it could crash (003: KVC).
///
/// A property that Objective-C knows is read by key-value coding, once the runtime has said that it is declared and has
/// a getter; a stored property of Swift alone is read by reflection. Methods are never called for their name's sake.
@MainActor
public final class KeyValueReader: KeyPathReader {
    /// How many classes up a stored property is looked for.
    private static let depth = 32

    /// Makes a reader.
    public init() {}

    /// The view, controller or item behind an element.
    public func subject(of element: any Element) -> Any? { (element as? UIKitElement)?.object }

    /// The value of a declared or stored property; `unknown` where the object has none of the name.
    public func value(named name: String, of object: Any) -> KeyPathAnswer {
        // An element is the engine's, not the app's.
        guard !(object is any Element) else { return .unknown }
        if let known = object as? NSObject, ClassInspection.declares(name, on: known) {
            return known.value(forKey: name).map { .value($0) } ?? .absent
        }
        return self.stored(name, in: object)
    }

    /// Whether an object takes text, or lies in a view that does: what a person typed is never read.
    public func isProtected(_ object: Any) -> Bool {
        (object as? UIView)?.isInField ?? (object is any UIKeyInput && !(object is UIViewController))
    }

    private func stored(_ name: String, in object: Any) -> KeyPathAnswer {
        var mirror: Mirror? = Mirror(reflecting: object)
        // A property that is observed or filled later is stored under another label.
        let labels: Set<String?> = [name, "_" + name, "$__lazy_storage_$_" + name]
        for _ in 0..<Self.depth {
            guard let current = mirror else { return .unknown }
            if let child = current.children.first(where: { labels.contains($0.label) }) {
                return .value(child.value)
            }
            mirror = current.superclassMirror
        }
        return .unknown
    }
}
#endif

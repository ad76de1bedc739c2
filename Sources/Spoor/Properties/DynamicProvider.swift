import Foundation
import SpoorWire

/// Keeps a dynamic provider that records events itself from being asked without end.
enum DynamicProvider {
    private static let key = "spoor.dynamic.depth"

    /// The provider, answering nothing to the events it records while it runs; other threads are unaffected.
    static func guarded(_ provider: @escaping @Sendable () -> Properties) -> @Sendable () -> Properties {
        {
            let local = Thread.current.threadDictionary
            guard local[Self.key] == nil else { return [:] }
            local[Self.key] = true
            defer { local[Self.key] = nil }
            return provider()
        }
    }
}

#if canImport(ObjectiveC)
import Foundation
import SpoorWire

/// Properties that go with every event.
extension SpoorTracker {
    /// Sets properties that go with every event from now on, after restarts too.
    ///
    /// - Parameter properties: the properties; copied during the call.
    @objc(registerSuperProperties:)
    public func registerSuperProperties(_ properties: [AnyHashable: Any]) {
        self.tracker.registerSuperProperties(self.properties(properties))
    }

    /// Takes one super property away.
    ///
    /// - Parameter key: its key.
    @objc(unregisterSuperProperty:)
    public func unregisterSuperProperty(_ key: String) {
        self.tracker.unregisterSuperProperty(key)
    }

    /// Takes all super properties away.
    @objc public func clearSuperProperties() {
        self.tracker.clearSuperProperties()
    }

    /// The static super properties as they stand, as `NSString`, `NSNumber`, `NSDate`, and `NSArray` of texts and dates.
    @objc public var superProperties: [String: Any] { ObjectValues.objects(self.tracker.superProperties) }

    /// Sets who is asked for more properties at each event, on the thread that tracks; nil asks nobody.
    ///
    /// - Parameter provider: answers the properties, a dictionary; nil, or an object of another class, adds none.
    @objc(setDynamicProperties:)
    public func setDynamicProperties(_ provider: (@Sendable () -> Any?)?) {
        guard let provider else {
            self.tracker.setDynamicProperties(nil)
            return
        }
        self.tracker.setDynamicProperties { [weak tracker = self.tracker] in
            let answer = ObjectProperties.answered(provider())
            if let warning = answer.warning { tracker?.warn(warning) }
            return answer.properties
        }
    }
}
#endif

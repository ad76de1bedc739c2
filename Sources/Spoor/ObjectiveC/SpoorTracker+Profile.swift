#if canImport(ObjectiveC)
import Foundation
import SpoorWire

/// What is known about the person, and about things.
extension SpoorTracker {
    /// Sets properties of the person's profile, replacing what was there.
    @discardableResult
    @objc(profileSet:)
    public func profileSet(_ properties: [AnyHashable: Any]) -> SpoorTrackAnswer {
        SpoorTrackAnswer(self.tracker.profileSet(self.properties(properties)))
    }

    /// Sets properties of the person's profile that are not there yet.
    @discardableResult
    @objc(profileSetOnce:)
    public func profileSetOnce(_ properties: [AnyHashable: Any]) -> SpoorTrackAnswer {
        SpoorTrackAnswer(self.tracker.profileSetOnce(self.properties(properties)))
    }

    /// Adds to a number of the person's profile.
    ///
    /// - Parameters:
    ///   - key: the property.
    ///   - amount: what to add; may be negative.
    /// - Returns: what became of the change.
    @discardableResult
    @objc(profileIncrement:by:)
    public func profileIncrement(_ key: String, by amount: Double) -> SpoorTrackAnswer {
        SpoorTrackAnswer(self.tracker.profileIncrement(key, by: amount))
    }

    /// Adds to numbers of the person's profile.
    @discardableResult
    @objc(profileIncrement:)
    public func profileIncrement(_ amounts: [AnyHashable: Any]) -> SpoorTrackAnswer {
        SpoorTrackAnswer(self.tracker.profileIncrement(self.properties(amounts)))
    }

    /// Adds texts to a list of the person's profile.
    ///
    /// - Parameters:
    ///   - key: the property.
    ///   - texts: the texts; what is none is left out.
    /// - Returns: what became of the change.
    @discardableResult
    @objc(profileAppend:texts:)
    public func profileAppend(_ key: String, texts: [Any]) -> SpoorTrackAnswer {
        SpoorTrackAnswer(self.tracker.profileAppend(key, ObjectTexts.list(texts)))
    }

    /// Takes a property of the person's profile away.
    @discardableResult
    @objc(profileUnset:)
    public func profileUnset(_ key: String) -> SpoorTrackAnswer {
        SpoorTrackAnswer(self.tracker.profileUnset(key))
    }

    /// Writes the device's push id into the person's profile, where person or id changed.
    ///
    /// - Parameters:
    ///   - id: the id.
    ///   - key: the profile's property, such as `jgId`.
    /// - Returns: what became of the change.
    @discardableResult
    @objc(setPushID:forKey:)
    public func setPushID(_ id: String, forKey key: String) -> SpoorTrackAnswer {
        SpoorTrackAnswer(self.tracker.setPushID(id, forKey: key))
    }

    /// Takes the device's push id away from the person's profile.
    ///
    /// - Parameter key: the profile's property.
    /// - Returns: what became of the change.
    @discardableResult
    @objc(removePushIDForKey:)
    public func removePushID(forKey key: String) -> SpoorTrackAnswer {
        SpoorTrackAnswer(self.tracker.removePushID(forKey: key))
    }

    /// Deletes the person's profile.
    @discardableResult
    @objc public func profileDelete() -> SpoorTrackAnswer {
        SpoorTrackAnswer(self.tracker.profileDelete())
    }

    /// Sets properties of a thing, such as an article.
    ///
    /// - Parameters:
    ///   - type: the kind of thing.
    ///   - id: which one.
    ///   - properties: what is known; copied during the call.
    /// - Returns: what became of the change.
    @discardableResult
    @objc(itemSetType:id:properties:)
    public func itemSet(type: String, id: String, properties: [AnyHashable: Any]?) -> SpoorTrackAnswer {
        SpoorTrackAnswer(self.tracker.itemSet(type: type, id: id, self.properties(properties)))
    }

    /// Deletes a thing.
    ///
    /// - Parameters:
    ///   - type: the kind of thing.
    ///   - id: which one.
    /// - Returns: what became of the change.
    @discardableResult
    @objc(itemDeleteType:id:)
    public func itemDelete(type: String, id: String) -> SpoorTrackAnswer {
        SpoorTrackAnswer(self.tracker.itemDelete(type: type, id: id))
    }
}
#endif

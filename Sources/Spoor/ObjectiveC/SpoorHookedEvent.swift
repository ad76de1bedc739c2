#if canImport(ObjectiveC)
public import Foundation

/// An event as a hook sees it, just before it is recorded, for Objective-C; see ``HookedEvent``.
///
/// ```objc
/// [SpoorTracker.shared setEventHook:^BOOL(SpoorHookedEvent *event) {
///     if ([event.name isEqualToString:@"debug_tap"]) return NO;
///     event[@"plan"] = @"pro";
///     event[@"email"] = nil;
///     return YES;
/// }];
/// ```
///
/// A property that the hook leaves alone keeps its exact value. What is changed after the hook has answered changes nothing.
@objc(SpoorHookedEvent)
public final class SpoorHookedEvent: NSObject, Sendable {
    private let event: ObjectEvent

    init(_ event: ObjectEvent) { self.event = event }

    /// What the event does at the receiver, as on the wire, such as `track` or `profile_set`.
    @objc public var type: String { self.event.type }

    /// Whether the SDK saw the event by itself; else the app's own code recorded it.
    @objc public var isAutomatic: Bool { self.event.isAutomatic }

    /// The event's name; a hook may change that of a `track` event.
    @objc public var name: String {
        get { self.event.name }
        set { self.event.name = newValue }
    }

    /// All properties, as `NSString`, `NSNumber`, `NSDate`, and `NSArray` of texts and dates.
    ///
    /// Setting it replaces all of them: what is missing is taken away.
    @objc public var properties: [AnyHashable: Any] {
        get { self.event.objects }
        set { self.event.replace(by: newValue) }
    }

    /// One property, as `event[@"plan"]`.
    ///
    /// - Parameter key: its key.
    /// - Returns: its value; nil where there is none.
    @objc(objectForKeyedSubscript:)
    public func object(forKeyedSubscript key: Any) -> Any? { self.event.object(forKey: key) }

    /// Gives one property a value, as `event[@"plan"] = @"pro"`.
    ///
    /// - Parameters:
    ///   - object: the value, converted at once; nil takes the property away, and what cannot be one leaves it as it is.
    ///   - key: its key.
    @objc(setObject:forKeyedSubscript:)
    public func setObject(_ object: Any?, forKeyedSubscript key: Any) { self.event.set(object, forKey: key) }
}
#endif

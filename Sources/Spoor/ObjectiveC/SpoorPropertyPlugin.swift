#if canImport(ObjectiveC)
public import Foundation
import SpoorWire

/// How much a plug-in's properties weigh against those of other origins, for Objective-C; see ``PropertyPriority``.
@objc public enum SpoorPropertyPriority: Int, Sendable {
    /// Beats only the presets.
    case low = 250
    /// Beats super properties.
    case normal = 500
    /// Beats the event's own.
    case high = 750
}

/// What a plug-in is told of an event before it answers, for Objective-C; see ``EventOutline``.
@objc(SpoorEventOutline)
public final class SpoorEventOutline: NSObject, Sendable {
    private let outline: EventOutline

    init(_ outline: EventOutline) { self.outline = outline }

    /// What the event does at the receiver, as on the wire, such as `track` or `track_signup`.
    @objc public var type: String { self.outline.type.rawValue }

    /// The event's name.
    @objc public var name: String { self.outline.name }

    /// Whether the SDK saw the event by itself; else the app's own code recorded it.
    @objc public var isAutomatic: Bool { self.outline.isAutomatic }
}

/// Adds properties to the events it chooses, for Objective-C; see ``PropertyPlugin``.
///
/// ```objc
/// @interface CartPlugin : NSObject <SpoorPropertyPlugin>
/// @end
///
/// @implementation CartPlugin
/// - (NSString *)name { return @"cart"; }
/// - (SpoorPropertyPriority)priority { return SpoorPropertyPriorityLow; }
/// - (BOOL)isMatchedWithFilter:(SpoorEventOutline *)filter { return [filter.name hasPrefix:@"cart_"]; }
/// - (id)propertiesForEvent:(SpoorEventOutline *)event { return @{@"cart_size": @3}; }
/// @end
/// ```
///
/// It is asked inside the recording call, on its thread, with no lock held: keep it fast.
@objc(SpoorPropertyPlugin)
public protocol SpoorPropertyPlugin: AnyObject, Sendable {
    /// Its name, asked once as it is added; a plug-in that is added under the same name takes its place.
    @objc var name: String { get }

    /// How much its properties weigh, asked once as it is added; `normal` without this.
    @objc optional var priority: SpoorPropertyPriority { get }

    /// Whether it has something to say about an event; about every event without this.
    ///
    /// - Parameter filter: the event.
    /// - Returns: whether it is asked for properties.
    @objc(isMatchedWithFilter:)
    optional func isMatched(filter: SpoorEventOutline) -> Bool

    /// What it has to say.
    ///
    /// - Parameter event: the event.
    /// - Returns: the properties, a dictionary; nil, or an object of another class, adds none.
    @objc(propertiesForEvent:)
    func properties(for event: SpoorEventOutline) -> Any?
}
#endif

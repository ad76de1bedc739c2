import Foundation
import SpoorWire

/// An event in the hands of a hook that is written in Objective-C: objects are seen, and what they replace is converted.
///
/// The properties are kept as Swift's values, and only those that the hook gave another value are converted back: one that
/// it left alone loses nothing. A hook may keep the event and go on using it on any thread; once the hook has answered,
/// that changes nothing. On every platform, so that it is tested where there is no Objective-C, too.
final class ObjectEvent: Sendable {
    private struct State {
        var event: HookedEvent
        var warnings: [String] = []
    }

    private let state: Locked<State>

    /// Creates an event for a hook.
    init(_ event: HookedEvent) { self.state = Locked(State(event: event)) }

    /// Asks a hook, and takes up what it changed.
    ///
    /// - Parameters:
    ///   - event: the event; it stays as it is where the hook drops it.
    ///   - report: gets one sentence for each change that cannot be read.
    ///   - hook: answers whether the event is kept.
    /// - Returns: the decision.
    static func decide(
        _ event: inout HookedEvent,
        report: (String) -> Void,
        hook: (ObjectEvent) -> Bool
    ) -> HookDecision {
        let object = ObjectEvent(event)
        guard hook(object) else { return .drop }
        let state = object.state.withLock { $0 }
        event.name = state.event.name
        event.properties = state.event.properties
        for warning in state.warnings { report(warning) }
        return .keep
    }

    /// What the event does at the receiver, as on the wire.
    var type: String { self.state.withLock { $0.event.type.rawValue } }

    /// Whether the SDK saw the event by itself.
    var isAutomatic: Bool { self.state.withLock { $0.event.isAutomatic } }

    /// The event's name.
    var name: String {
        get { self.state.withLock { $0.event.name } }
        set { self.state.withLock { $0.event.name = newValue } }
    }

    /// The properties as objects.
    var objects: [String: Any] { ObjectValues.objects(self.properties) }

    private var properties: Properties { self.state.withLock { $0.event.properties } }

    /// One property as an object; nil where there is none, and for a key that is no text.
    func object(forKey key: Any) -> Any? {
        ObjectTexts.text(key).flatMap { self.properties[$0] }.map(ObjectValues.object)
    }

    /// Gives one property another value; nil and `NSNull` take it away.
    func set(_ object: Any?, forKey key: Any) {
        guard let text = ObjectTexts.text(key) else {
            self.warn("The event hook's property was left as it is: its key is no text; use an NSString.")
            return
        }
        // The object's own code may run here: no lock is held.
        let conversion = PropertyConversion(converting: object as Any)
        self.state.withLock { state in
            if conversion == .absent {
                state.event.properties.removeValue(forKey: text)
            } else {
                state.event.properties.set(Converted(propertyConversion: conversion), forKey: text)
            }
        }
    }

    /// Puts other properties in place of all: those that are missing are taken away, those that came back as they were
    /// shown keep their exact values.
    func replace(by objects: [AnyHashable: Any]) {
        let (values, warning) = ObjectProperties.values(objects)
        if let warning { self.warn(warning) }
        var changed = values
        var kept = self.properties
        for entry in kept.entries {
            let given = values[entry.key].map { PropertyConversion(converting: $0) } ?? .absent
            if given == .absent {
                kept.removeValue(forKey: entry.key)
            } else if given == PropertyConversion(converting: ObjectValues.object(entry.value)) {
                changed.removeValue(forKey: entry.key)
            }
        }
        kept.merge(Properties(changed), overriding: true)
        self.state.withLock { [kept] state in state.event.properties = kept }
    }

    private func warn(_ sentence: String) { self.state.withLock { $0.warnings.append(sentence) } }
}

/// A value whose conversion was made before.
private struct Converted: PropertyConvertible {
    let propertyConversion: PropertyConversion
}

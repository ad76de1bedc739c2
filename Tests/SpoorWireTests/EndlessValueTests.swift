import Foundation
import Testing

@testable import SpoorWire

/// Values without an end: each costs itself alone, and soon (bug case O-05).
struct EndlessValueTests {
    private struct OwnRawValue: RawRepresentable, PropertyConvertible {
        var rawValue: OwnRawValue { self }
        init() {}
        init?(rawValue: OwnRawValue) { return nil }
    }

    private struct AsksForItself: PropertyConvertible {
        var propertyConversion: PropertyConversion { PropertyConversion(converting: self) }
    }

    /// Written as a list of itself, three times; on Apple's systems an `NSMutableArray` may be like that.
    ///
    /// Foundation on Linux walks through an `NSArray` by itself and never comes back from one that holds itself.
    private final class Ring: PropertyConvertible {
        var propertyConversion: PropertyConversion { ([1, self, self, self] as [Any]).propertyConversion }
    }

    private static func make(_ name: String) -> Any {
        var nested: Any = 1
        switch name {
        case "list in itself, three times": return Ring()
        case "list in itself, in boxes": return [1, Optional<Any>.some(Ring()) as Any] as [Any]
        case "lists in lists":
            for _ in 0..<5_000 { nested = [nested] }
            return nested
        case "optionals in boxes":
            for _ in 0..<5_000 { nested = Optional<Any>.some(nested) as Any }
            return nested
        case "its own raw value": return OwnRawValue()
        default: return AsksForItself()
        }
    }

    @Test(arguments: [
        "list in itself, three times", "list in itself, in boxes", "lists in lists", "optionals in boxes",
        "its own raw value", "a type that asks for itself",
    ])
    func costItselfAlone(name: String) {
        let properties = Properties(["endless": Self.make(name), "ok": 1])
        #expect(properties["ok"] == .integer(1))
        #expect(properties.problems.map(\.key) == ["endless"])
        if let kept = properties["endless"] { #expect(kept == .list(["1"]) || kept == .list([])) }
        // The thread's depth is back where it was.
        #expect(PropertyConversion(converting: [Optional<Any>.some(1) as Any, true]) == .value(.list(["1", "true"])))
    }
}

import Foundation
import SpoorWire
import Testing

@testable import CollectorCore

/// The events that the SDK's own tests keep as a fixture: both ends agree on every shape of identity, profile and item.
struct SDKEventsTests {
    private static func fixture() throws -> String {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        return try String(
            contentsOf: folder.appendingPathComponent("Tests/Fixtures/identity-events.json"),
            encoding: .utf8
        )
    }

    @Test func everyEventIsTakenAndEachPersonIsRight() throws {
        let fixture = try StoreFixture()
        let text = try Self.fixture()
        let events = try #require(try JSONValue(parsing: text).arrayValue)
        let receipt = try fixture.send(text)
        #expect(events.count > 20 && receipt.stored == events.count && receipt.rejected.isEmpty)
        #expect(Set(events.compactMap { $0["type"]?.stringValue }) == Set(EventType.allCases.map(\.rawValue)))
        for fixture in [fixture, try fixture.killed()] {
            let histories = try fixture.histories()
            let ann = ["$identity_email+ann@x.test", "$identity_mobile+138", "card+4712", "phone-1", "tablet-9"]
            #expect(histories.keys.sorted { $0.count > $1.count } == [ann, ["bob"]])
            // What happened between Ann's logout and Bob's login is the device's first owner's.
            #expect(
                histories[ann] == [
                    "view", "$BindID", "$SignUp", "read", "$BindID", "$BindID", "$UnbindID", "pause", "view", "$SignUp",
                    "read",
                ]
            )
            #expect(histories[["bob"]] == ["$SignUp", "write"])
        }
    }

    @Test func profilesAreThoseOfTheirPeople() throws {
        let fixture = try StoreFixture()
        _ = try fixture.send(try Self.fixture())
        let facts = try fixture.facts()
        let ann = try #require(try facts.person(forIdentifier: "$identity_email+ann@x.test"))
        let profile = try facts.profile(of: ann).map { "\($0.key)=\($0.json)" }
        #expect(
            profile == ["$name=\"Ann\"", "born=1990", "n=42", "score=0.5", "seen=true", "tags=[\"a\",\"b\",\"c\"]"]
        )
        let bob = try #require(try facts.person(forIdentifier: "bob"))
        #expect(try facts.profile(of: bob).isEmpty)
        #expect(try facts.person(forIdentifier: "card+4711") != ann)
    }
}

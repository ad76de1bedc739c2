import SpoorWire
import Testing

@testable import CollectorCore

struct IdentityTests {
    private static func anonymous(_ name: String, _ device: String, time: Int64) -> String {
        Sample.event(name, time: StoreFixture.start + time, user: device, more: "\"anonymous_id\":\"\(device)\"")
    }

    private static func loggedIn(_ name: String, _ user: String, _ device: String, time: Int64) -> String {
        Sample.event(
            name,
            time: StoreFixture.start + time,
            user: user,
            more: "\"login_id\":\"\(user)\",\"anonymous_id\":\"\(device)\""
        )
    }

    private static func signup(_ user: String, _ device: String, time: Int64) -> String {
        """
        {"type":"track_signup","event":"$SignUp","time":\(StoreFixture.start + time),"distinct_id":"\(user)",\
        "original_id":"\(device)","properties":{}}
        """
    }

    /// Order and repetition of links do not matter; the person is found by any of the ids.
    @Test(
        "O-28 a second device joins the person, whatever the order of links and events",
        arguments: [
            [0, 1, 2, 3, 4],  // O-28/two-anonymous-ids O-28/read-by-any
            [0, 1, 2, 3, 4, 1],  // O-28/repeated-late
            [0, 1, 3, 2, 4],  // O-28/link-first
            [4, 3, 2, 1, 0], [3, 0, 4, 2, 1, 1, 3], [2, 4, 1, 3, 0, 0],
        ]
    )
    func aSecondDeviceJoinsThePerson(order: [Int]) throws {
        let fixture = try StoreFixture()
        let events = [
            Self.anonymous("view", "A1", time: 1), Self.signup("U", "A1", time: 2),
            Self.anonymous("view", "A2", time: 3),
            Self.signup("U", "A2", time: 4), Self.loggedIn("buy", "U", "A2", time: 5),
        ]
        for index in order { _ = try fixture.send(events[index]) }
        let histories = try fixture.histories()
        #expect(histories.keys.map { $0 } == [["A1", "A2", "U"]])
        #expect(histories.values.first?.filter { $0 == "view" }.count == order.filter { $0 == 0 || $0 == 2 }.count)
        let facts = try fixture.facts()
        let persons = try ["A1", "A2", "U"].map { try facts.person(forIdentifier: $0) }
        #expect(Set(persons).count == 1)
        #expect(try facts.person(forIdentifier: "nobody") == nil)
        #expect(try fixture.killed().histories() == histories)
    }

    /// The link is refused visibly, and the device stays with its first owner.
    // O-30/shared-phone O-30/explicit-link O-30/other-letter-case O-30/between-logins
    @Test("O-30 two people on one phone stay two") func twoPeopleOnOnePhoneStayTwo() throws {
        let fixture = try StoreFixture()
        let events = [
            Self.signup("Ann", "P", time: 1), Self.loggedIn("read", "Ann", "P", time: 2),
            Self.anonymous("pause", "P", time: 3), Self.signup("Bob", "P", time: 4),
            Self.loggedIn("write", "Bob", "P", time: 5), Self.signup("Bob", "Ann", time: 6),
            Self.signup("Ann", "", time: 7), Self.loggedIn("shout", "ANN", "P", time: 8),
        ]
        _ = try fixture.send(Sample.batch(events))
        for fixture in [fixture, try fixture.killed()] {
            let histories = try fixture.histories()
            #expect(histories[["Ann", "P"]] == ["$SignUp", "read", "pause", "$SignUp"])
            #expect(histories[["Bob"]] == ["$SignUp", "write", "$SignUp"])
            #expect(histories[["ANN"]] == ["shout"])
            let refused = try fixture.facts().refusedLinks(limit: 10)
            #expect(
                Set(refused.map { "\($0.identifier)-\($0.login)-\($0.owner ?? "")" }) == [
                    "P-Bob-Ann", "Ann-Bob-", "P-ANN-Ann",
                ]
            )
            #expect(try fixture.facts().quality().linksRefused == 4)
        }
    }

    // O-30/empty-id O-30/same-id
    @Test("O-30 a login with an empty id is set aside with a reason; the current id again changes nobody")
    func emptyAndRepeatedLogins() throws {
        let fixture = try StoreFixture()
        let receipt = try fixture.send(
            Sample.batch([
                Self.signup("Ann", "P", time: 1), Self.signup("", "P", time: 2), Self.signup("Ann", "P", time: 3),
                Self.loggedIn("read", "Ann", "P", time: 4),
            ])
        )
        #expect(receipt.stored == 3 && receipt.rejected.map(\.index) == [1])
        #expect(receipt.rejected.first?.reason.contains("distinct_id") == true)
        #expect(try fixture.histories() == [["Ann", "P"]: ["$SignUp", "$SignUp", "read"]])
        #expect(try fixture.facts().quality().linksRefused == 0)
    }

    // O-30/explicit-link
    @Test("O-30 an id bound to one person is refused to another, and so is another's login id")
    func boundIdsStayWithTheirFirstPerson() throws {
        let fixture = try StoreFixture()
        let bind = { (user: String, key: String, value: String) in
            #"{"type":"track_id_bind","time":\#(StoreFixture.start),"distinct_id":"\#(user)","login_id":"\#(user)","#
                + #""identities":{"\#(key)":"\#(value)"},"properties":{}}"#
        }
        let events = [
            Self.signup("Ann", "P1", time: 1), Self.signup("$identity_email+bob", "P2", time: 2),
            bind("Ann", "$identity_mobile", "138"), bind("$identity_email+bob", "$identity_mobile", "138"),
            bind("Ann", "$identity_email", "bob"), Self.loggedIn("read", "Ann", "P1", time: 3),
            Self.loggedIn("read", "$identity_email+bob", "P2", time: 4),
        ]
        #expect(try fixture.send(Sample.batch(events)).stored == events.count)
        let facts = try fixture.facts()
        #expect(try facts.person(forIdentifier: "$identity_mobile+138") == facts.person(forIdentifier: "Ann"))
        #expect(try facts.person(forIdentifier: "$identity_email+bob") != facts.person(forIdentifier: "Ann"))
        #expect(try fixture.histories().keys.count == 2)
        #expect(facts.quality().linksRefused == 2)
    }

    @Test("O-28 what a visitor binds before the first login does not keep the visitor from joining a person")
    func aVisitorWithBoundIdsJoinsThePerson() throws {
        let identities = #""identities":{"$identity_anonymous_id":"A","$identity_idfv":"V","$identity_mobile":"138"}"#
        let bind =
            #"{"type":"track_id_bind","time":\#(StoreFixture.start),"distinct_id":"A","anonymous_id":"A","#
            + identities + #","properties":{}}"#
        let login =
            #"{"type":"track_signup","time":\#(StoreFixture.start + 1),"distinct_id":"U","login_id":"U","#
            + #""anonymous_id":"A","original_id":"A",\#(identities),"properties":{}}"#
        for events in [[bind, login], [login, bind], [bind, login, bind]] {
            let fixture = try StoreFixture()
            for event in [Self.anonymous("view", "A", time: 0)] + events { _ = try fixture.send(event) }
            let facts = try fixture.facts()
            let person = try #require(try facts.person(forIdentifier: "U"))
            #expect(try Set(facts.identifiers(of: person)) == ["U", "A", "$identity_mobile+138"])
            #expect(try fixture.histories().count == 1)
            #expect(facts.quality().linksRefused == 0)
            #expect(try fixture.killed().histories() == fixture.histories())
        }
    }

    @Test func boundIdentitiesComeAndGo() throws {
        let fixture = try StoreFixture()
        let bind = { (type: String) in
            #"{"type":"\#(type)","time":\#(StoreFixture.start),"distinct_id":"U","login_id":"U","#
                + #""identities":{"$identity_login_id":"U","$identity_mobile":"138"},"properties":{}}"#
        }
        _ = try fixture.send(bind("track_id_bind"))
        let facts = try fixture.facts()
        #expect(try facts.person(forIdentifier: "$identity_mobile+138") == facts.person(forIdentifier: "U"))
        _ = try fixture.send(bind("track_id_unbind"))
        #expect(try facts.person(forIdentifier: "$identity_mobile+138") != facts.person(forIdentifier: "U"))
    }

    @Test func profilesFollowTheirOperations() throws {
        let fixture = try StoreFixture()
        let operation = { (type: String, user: String, properties: String) in
            #"{"type":"\#(type)","time":1,"distinct_id":"\#(user)","properties":\#(properties)}"#
        }
        let operations = [
            operation("profile_set", "u", #"{"city":"Bern","n":1,"gone":true}"#),
            operation("profile_set_once", "u", #"{"city":"Rome","born":1990}"#),
            operation("profile_increment", "u", #"{"n":41,"visits":0.5}"#),
            operation("profile_append", "u", #"{"tags":["a","b"]}"#),
            operation("profile_append", "u", #"{"tags":["b","c"]}"#),
            operation("profile_unset", "u", #"{"gone":""}"#),
            operation("profile_set", "v", #"{"x":1}"#), operation("profile_delete", "v", "{}"),
            #"{"type":"item_set","time":1,"item_type":"sku","item_id":"7","properties":{"price":2}}"#,
        ]
        #expect(try fixture.send(Sample.batch(operations)).stored == operations.count)
        for fixture in [fixture, try fixture.killed()] {
            let facts = try fixture.facts()
            let person = try #require(try facts.person(forIdentifier: "u"))
            let profile = try facts.profile(of: person).map { "\($0.key)=\($0.json)" }
            #expect(profile == ["born=1990", "city=\"Bern\"", "n=42", "tags=[\"a\",\"b\",\"c\"]", "visits=0.5"])
            let other = try #require(try facts.person(forIdentifier: "v"))
            #expect(try facts.profile(of: other).isEmpty)
            // Operations are no events.
            #expect(try fixture.histories().isEmpty)
        }
    }
}

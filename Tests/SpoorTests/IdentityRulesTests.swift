import SpoorWire
import Testing

@testable import Spoor

/// The rules of who is who, as values (sensors protocol, 2.2).
struct IdentityRulesTests {
    private let visitor = Identity(anonymousID: "A", device: [.init(key: "$identity_idfv", value: "V")])

    private func refusal(_ body: () throws(IdentityRefusal) -> some Any) -> IdentityRefusal? {
        do throws(IdentityRefusal) {
            _ = try body()
            return nil
        } catch {
            return error
        }
    }

    private func isRefused(_ body: () throws(IdentityRefusal) -> some Any) -> Bool {
        if case .refused(let sentence)? = self.refusal(body) { sentence.count > 20 } else { false }
    }

    @Test func theLoginsOwnEventCarriesBoundIdsAndLaterOnesDoNot() throws {
        let bound = try self.visitor.binding(.init(key: "$identity_mobile", value: "138"), known: KnownLogins())
        let step = try bound.loggingIn(.init(value: "ann"))
        #expect(
            step.event.entries.map(\.key) == [
                "$identity_login_id", "$identity_anonymous_id", "$identity_idfv", "$identity_mobile",
            ]
        )
        #expect(step.after.entries.map(\.value) == ["ann", "A", "V"])
        #expect(try step.after.loggingOut() == self.visitor)
    }

    // O-30/shared-phone
    @Test("O-30 what was bound to Ann does not come along to Bob")
    func boundIdsStayWithTheirPerson() throws {
        let ann = try self.visitor.loggingIn(.init(value: "ann")).after
        let bound = try ann.binding(.init(key: "$identity_mobile", value: "138"), known: KnownLogins())
        let step = try bound.loggingIn(.init(value: "bob"))
        #expect(step.event.bound.isEmpty && step.after.bound.isEmpty)
        #expect(try bound.loggingOut().bound.isEmpty)
    }

    @Test func aKeyOfTheAppsOwnIsPartOfTheLoginID() throws {
        let ann = try self.visitor.loggingIn(.init(key: "$identity_email", value: "ann@x.test")).after
        #expect(ann.loginID == "$identity_email+ann@x.test" && ann.distinctID == ann.loginID)
        #expect(ann.entries.first == .init(key: "$identity_email", value: "ann@x.test"))
        // The same text under another key is another login.
        #expect(try ann.loggingIn(.init(value: "ann@x.test")).after.loginID == "ann@x.test")
        #expect(
            self.refusal { () throws(IdentityRefusal) in try ann.loggingIn(ann.login ?? .init(value: "")) }
                == .unchanged
        )
        #expect(
            self.isRefused { () throws(IdentityRefusal) in
                try ann.binding(.init(key: "$identity_email", value: "other"), known: KnownLogins())
            }
        )
    }

    @Test(arguments: [
        "1st", "has space", "time", "", "$identity_idfv", "$identity_anonymous_id", "$identity_cookie_id",
    ])
    func loginKeysFollowTheRules(key: String) {
        #expect(
            self.isRefused { () throws(IdentityRefusal) in try self.visitor.loggingIn(.init(key: key, value: "a")) }
        )
    }

    @Test(arguments: [
        "$identity_login_id", "$identity_anonymous_id", "$identity_idfv", "$identity_idfa", "$identity_ios_uuid",
        "$identity_mac_serial_id", "$identity_mac_uuid", "$identity_cookie_id", "", "1st", "user_tag_x",
    ])
    func reservedAndBadKeysCanNeitherBeBoundNorUnbound(key: String) {
        let entry = Identity.Entry(key: key, value: "x")
        #expect(self.isRefused { () throws(IdentityRefusal) in try self.visitor.binding(entry, known: KnownLogins()) })
        #expect(self.isRefused { () throws(IdentityRefusal) in try self.visitor.unbinding(entry) })
    }

    /// What no person can see is no id, and NUL ends a text at many receivers.
    @Test(arguments: ["\0", "\u{1}", "\u{1B}\u{7F}", "\u{85}\u{200B}", "\u{FEFF} ", "ann\0", "\0ann", "a\0b"])
    func controlCharactersAreNoID(id: String) {
        let none = KnownLogins()
        let entry = Identity.Entry(key: "$identity_mobile", value: id)
        #expect(self.isRefused { () throws(IdentityRefusal) in try self.visitor.loggingIn(.init(value: id)) })
        #expect(
            self.isRefused { () throws(IdentityRefusal) in try self.visitor.loggingIn(.init(key: "k", value: id)) }
        )
        #expect(self.isRefused { () throws(IdentityRefusal) in try self.visitor.identifying(id, known: none) })
        #expect(self.isRefused { () throws(IdentityRefusal) in try self.visitor.resetting(to: id, known: none) })
        #expect(self.isRefused { () throws(IdentityRefusal) in try self.visitor.binding(entry, known: none) })
        #expect(self.isRefused { () throws(IdentityRefusal) in try self.visitor.unbinding(entry) })
    }

    /// Within an id they are the app's own business, as are joined emoji.
    @Test(arguments: ["a\tb", "ann\u{200B}", "👩\u{200D}🚀", "\u{1}x"])
    func idsThatHoldMoreAreTaken(id: String) throws {
        #expect(try self.visitor.identifying(id, known: KnownLogins()).anonymousID == id)
    }

    // O-30/explicit-link
    @Test("O-30 another person's login id is refused wherever it is handed in as something else")
    func loginIDsAreNoFurtherIDs() throws {
        var known = KnownLogins()
        let people = ["bob", "eve@x.test", "bob"]
        let news = zip([IdentityKey.login, "$identity_email", IdentityKey.login], people).map { key, value in
            known.note(.init(key: key, value: value))
        }
        #expect(news == [true, true, false])
        let ann = try self.visitor.loggingIn(.init(value: "ann")).after
        _ = known.note(.init(value: "ann"))
        for (key, value) in [("member", "bob"), ("member", "eve@x.test"), ("$identity_email", "eve@x.test")] {
            #expect(
                self.isRefused { () throws(IdentityRefusal) in
                    try ann.binding(.init(key: key, value: value), known: known)
                }
            )
        }
        for id in ["bob", "ann", "$identity_email+eve@x.test"] {
            #expect(self.isRefused { () throws(IdentityRefusal) in try ann.identifying(id, known: known) })
        }
        // One's own id, and one that differs in letter case, are no other person's.
        #expect(try ann.binding(.init(key: "member", value: "ann"), known: known).bound.count == 1)
        #expect(try ann.binding(.init(key: "member", value: "BOB"), known: known).bound.count == 1)
        for key in [IdentityKey.login, "$identity_email", "member"] {
            #expect(
                self.isRefused { () throws(IdentityRefusal) in try self.visitor.loggingIn(.init(key: key, value: "A")) }
            )
        }
        #expect(KnownLogins(known.json) == known)
    }

    @Test func boundIDsAreReplacedByKeyAndBounded() throws {
        var identity = try self.visitor.binding(.init(key: "k", value: "1"), known: KnownLogins())
        #expect(
            self.refusal { () throws(IdentityRefusal) in
                try identity.binding(.init(key: "k", value: "1"), known: KnownLogins())
            } == .unchanged
        )
        identity = try identity.binding(.init(key: "k", value: "2"), known: KnownLogins())
        #expect(identity.bound == [.init(key: "k", value: "2")])
        for number in 1..<20 {
            identity = try identity.binding(.init(key: "k\(number)", value: "x"), known: KnownLogins())
        }
        #expect(
            self.isRefused { () throws(IdentityRefusal) in
                try identity.binding(.init(key: "more", value: "x"), known: KnownLogins())
            }
        )
        var large = self.visitor
        let text = String(repeating: "x", count: 1000)
        for number in 0..<16 { large = try large.binding(.init(key: "k\(number)", value: text), known: KnownLogins()) }
        #expect(
            self.isRefused { () throws(IdentityRefusal) in
                try large.binding(.init(key: "one", value: text), known: KnownLogins())
            }
        )
        #expect(try identity.unbinding(.init(key: "k", value: "other")).bound.count == 20)
        #expect(try identity.unbinding(.init(key: "k", value: "2")).bound.count == 19)
    }

    @Test func theListOfKnownPeopleIsBounded() {
        var known = KnownLogins()
        for number in 0..<300 { _ = known.note(.init(value: "user\(number)")) }
        #expect(known.hashes.count == KnownLogins.limit)
        #expect(known.contains("user299") && !known.contains("user0"))
    }

    @Test(arguments: [nil, "", " ", "00000000-0000-0000-0000-000000000000", String(repeating: "1", count: 256)])
    func advertisingIDsThatSayNothingCountAsNone(id: String?) {
        #expect(DeviceIDs.usable(advertisingID: id) == nil)
        #expect(DeviceIDs.usable(advertisingID: "0A000000-0000-0000-0000-000000000000") != nil)
    }
}

import SpoorWire
import Testing

struct NamingTests {
    @Test(
        arguments: [
            ("view", nil), ("_a", nil), ("$AppStart", nil), ("A9$_", nil), (String(repeating: "a", count: 100), nil),
            ("times", nil), ("user_tags1", .reservedPrefix), ("USER_GROUP_x", .reservedPrefix), ("user_ta", nil),
            ("", .empty), ("   ", .character), ("1abc", .beginsWithDigit), ("名前", .character), ("a b", .character),
            ("a-b", .character), ("a.b", .character), ("é", .character), ("a\u{0}", .character), ("😀", .character),
            (String(repeating: "a", count: 101), .tooLong), (String(repeating: "a", count: 100_000), .tooLong),
        ] as [(String, NameProblem.Fault?)]
    )
    func namesFollowTheRule(name: String, fault: NameProblem.Fault?) {
        let problem = Naming.check(name: name)
        #expect(problem?.fault == fault)
        if let problem { #expect(problem.description.hasSuffix(".") && problem.description.utf8.count < 400) }
    }

    @Test(arguments: Naming.reservedWords + Naming.reservedWords.map { $0.uppercased() })
    func reservedWordsAreRefusedInAnyCase(word: String) {
        #expect(Naming.check(name: word)?.fault == .reserved)
        #expect(Naming.check(name: word + "_") == nil)
    }

    @Test(
        arguments: [
            ("price", nil), ("$app_version", nil), ("$device_id", .preset), ("$is_first_day", .preset),
            ("$event_session_id", .preset), ("$mine", .preset), ("time", .reserved),
        ] as [(String, NameProblem.Fault?)]
    )
    func onlyOverridablePresetsBeginWithADollar(key: String, fault: NameProblem.Fault?) {
        #expect(Naming.checkOwnProperty(key)?.fault == fault)
    }
}

import SpoorWire
import Testing

struct EventIDTests {
    @Test(
        arguments: [
            ("a1b2-0", "a1b2", 0), ("a1b2-42", "a1b2", 42),
            ("p_.9-9223372036854775807", "p_.9", 9_223_372_036_854_775_807),
        ] as [(String, String, UInt64)]
    )
    func idsAreSplitAndMade(text: String, producer: String, sequence: UInt64) {
        let parts = EventID.parse(text)
        #expect(parts?.producer == producer && parts?.sequence == sequence)
        #expect(EventID.make(producer: producer, sequence: sequence) == text)
        #expect(EventID.isValidProducer(producer))
    }

    // A UUID that ends in digits, and other spellings of a number, are ids of another kind.
    @Test(arguments: [
        "", "-", "a-", "-1", "a-01", "a-+1", "a-1 ", "a--1", "a-1-2", "550e8400-e29b-41d4-a716-446655440000",
        "a-9223372036854775808", "a-18446744073709551615", "a-99999999999999999999", "é-1", "a b-1", "a",
        String(repeating: "p", count: 65) + "-1",
    ])
    func otherIdsAreNotSplit(text: String) {
        #expect(EventID.parse(text) == nil)
    }
}

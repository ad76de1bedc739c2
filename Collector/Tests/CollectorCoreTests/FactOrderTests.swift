import CollectorCore
import Testing

struct FactOrderTests {
    /// O-38: time first, then the client's sequence, then arrival.
    @Test(arguments: [
        ((1, 9, 9), (2, 1, 1), true),
        ((2, 41, 9), (2, 42, 1), true),
        ((2, 42, 1), (2, 41, 9), false),
        ((2, 0, 1), (2, 0, 2), true),
        ((2, 0, 2), (2, 0, 2), false),
    ])
    func factsAreOrderedByTimeThenSequenceThenArrival(
        left: (Int64, Int64, Int64),
        right: (Int64, Int64, Int64),
        expected: Bool
    ) {
        let make = { (key: (Int64, Int64, Int64)) in
            Fact(user: 1, time: key.0, seq: key.1, row: key.2, name: 1, day: 0)
        }
        #expect(make(left).precedes(make(right)) == expected)
    }
}

import Testing

@testable import SpoorChannel

/// What is recorded in slices ends, however fast calls add to it.
struct SlicePaceTests {
    /// One run of what waits.
    struct Flood: Sendable, CustomTestStringConvertible {
        var waiting: Int
        var room: Int
        var slice: Int
        /// How many come after each turn; the last one for good.
        var added: [Int]

        var testDescription: String { "\(self.waiting) of \(self.room), \(self.slice) at once, then \(self.added)" }
    }

    private static let floods = [
        Flood(waiting: 1_000, room: 1_000, slice: 64, added: [0]),
        Flood(waiting: 1_000, room: 1_000, slice: 64, added: [33]),
        Flood(waiting: 1_000, room: 1_000, slice: 64, added: [64]),
        Flood(waiting: 1_000, room: 1_000, slice: 64, added: [100_000]),
        Flood(waiting: 20_000, room: 20_000, slice: 64, added: [500]),
        Flood(waiting: 2, room: 20_000, slice: 8, added: [5_000]),
        Flood(waiting: 20_000, room: 20_000, slice: 8, added: [0, 0, 0, 9, 0, 0, 70, 3, 900]),
        Flood(waiting: 20_000, room: 20_000, slice: 1, added: [1]),
    ]

    @Test("O-17 it ends in at most twice as many turns as it has slices, and a few", arguments: floods)
    func itEnds(flood: Flood) {
        var (waiting, turns, pace) = (flood.waiting, 0, SlicePace())
        let most = 2 * flood.room / flood.slice + 20
        while waiting > 0, turns <= most {
            let before = waiting
            waiting = max(0, waiting - pace.slices * flood.slice)
            pace.note(before: before, after: waiting)
            guard waiting > 0 else { break }
            waiting = min(flood.room, waiting + flood.added[min(turns, flood.added.count - 1)])
            turns += 1
        }
        #expect(waiting == 0 && turns <= most, "\(turns) turns, \(pace.slices) slices")
    }

    @Test(
        "O-17 as long as little comes meanwhile, one slice is a turn, and others have the lock as long",
        arguments: [0, 1, 32]
    )
    func oneSliceIsATurn(added: Int) {
        var (waiting, pace) = (1_000, SlicePace())
        while waiting > 0 {
            #expect(pace.slices == 1 && pace.rest(after: .milliseconds(3)) == .milliseconds(3))
            let before = waiting
            waiting = max(0, waiting - 64)
            pace.note(before: before, after: waiting)
            if waiting > 0 { waiting += added }
        }
        pace = SlicePace()
        for before in [1_000, 969] { pace.note(before: before, after: before - 64) }
        #expect(pace.slices == 2 && pace.rest(after: .milliseconds(3)) == .zero)
    }
}

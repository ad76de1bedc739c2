public import Foundation

/// Turns instants into the wall-clock time of one zone, and back, within a range.
///
/// The zone's changes are looked up once; after that an instant costs a comparison, so that millions of events can be
/// matched by local date instead of by adding seconds (bug cases O-40 and O-41).
public struct LocalClock: Sendable {
    /// The zone whose wall clock this is.
    public let timeZone: TimeZone
    private var starts: [Int64] = []
    private var offsets: [Int64] = []

    private static let day: Int64 = 86_400_000

    /// Learns the zone's changes around a range of instants, in milliseconds.
    public init(timeZone: TimeZone, covering range: Range<Int64>) {
        self.timeZone = timeZone
        // Probing from day to day finds each change, since no zone changes twice within one.
        let first = range.lowerBound - 2 * LocalClock.day
        let last = range.upperBound + 2 * LocalClock.day
        var known = first
        var offset = LocalClock.offset(timeZone, first)
        self.starts = [Int64.min]
        self.offsets = [offset]
        while known < last {
            let next = known + LocalClock.day
            let nextOffset = LocalClock.offset(timeZone, next)
            if nextOffset != offset {
                self.starts.append(LocalClock.change(timeZone, from: known, to: next))
                self.offsets.append(nextOffset)
                offset = nextOffset
            }
            known = next
        }
    }

    /// The wall-clock time of an instant, as milliseconds since 1970-01-01 00:00 on that wall clock.
    public func local(_ instant: Int64) -> Int64 {
        instant + self.offsets[self.segment(of: instant)]
    }

    /// The zone's distance from UTC at an instant, in milliseconds.
    public func offset(at instant: Int64) -> Int64 {
        self.offsets[self.segment(of: instant)]
    }

    /// The first instant whose wall clock shows at least the given time.
    ///
    /// Where the clock jumps over the time, that is the instant of the jump: 30 March 2025 begins at 01:00 in Beirut.
    public func firstInstant(atLocal local: Int64) -> Int64 {
        for index in self.starts.indices {
            let end = index + 1 < self.starts.count ? self.starts[index + 1] : Int64.max
            let candidate = max(local - self.offsets[index], self.starts[index])
            if candidate < end { return candidate }
        }
        return local - (self.offsets.last ?? 0)
    }

    /// Tells whether any instant falls into the given wall-clock time span of the zone.
    func exists(local span: Range<Int64>) -> Bool {
        let instant = self.firstInstant(atLocal: span.lowerBound)
        return self.local(instant) < span.upperBound
    }

    func segment(of instant: Int64) -> Int {
        var low = 0
        var high = self.starts.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if self.starts[middle] <= instant { low = middle } else { high = middle - 1 }
        }
        return low
    }

    private static func change(_ timeZone: TimeZone, from known: Int64, to next: Int64) -> Int64 {
        let before = LocalClock.offset(timeZone, known)
        var low = known
        var high = next
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if LocalClock.offset(timeZone, middle) == before { low = middle } else { high = middle }
        }
        return high
    }

    private static func offset(_ timeZone: TimeZone, _ instant: Int64) -> Int64 {
        // Rounded down to the second: zones change on whole seconds, and a Double must not round an instant up.
        let seconds = instant >= 0 ? instant / 1000 : (instant - 999) / 1000
        return Int64(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))) * 1000
    }
}

extension LocalClock {
    /// The stretches of a range within which the zone's distance from UTC is constant, as start, end and offset.
    func segments(in range: Range<Int64>) -> [(Int64, Int64, Int64)] {
        guard !range.isEmpty else { return [] }
        return (self.segment(of: range.lowerBound)...self.segment(of: range.upperBound - 1)).map { index in
            let end = index + 1 < self.starts.count ? self.starts[index + 1] : Int64.max
            return (max(self.starts[index], range.lowerBound), min(end, range.upperBound), self.offsets[index])
        }
    }
}

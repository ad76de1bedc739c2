public import Foundation

/// The buckets of one time axis, each once, in the order of the calendar.
///
/// An event belongs to the bucket whose *local date* it carries; no bucket is found by adding seconds (bug case O-41).
public struct CalendarBuckets: Sendable {
    /// The width of the buckets.
    public let interval: CalendarInterval
    /// The names of the buckets, such as `2026-03-10` or `2026-W11`.
    public let labels: [String]
    /// The first instant of each bucket, in milliseconds; a bucket that the range cuts begins with the range.
    public let starts: [Int64]
    /// The instants that the axis spans.
    public let range: Range<Int64>

    private let clock: LocalClock
    private let firstNumber: Int64
    /// Bucket index by number; -1 for a wall-clock hour that does not exist on its day.
    private let indexByNumber: [Int32]
    private let cursor: [Segment]

    private struct Segment {
        let start: Int64
        let end: Int64
        let offset: Int64
    }

    /// The largest number of buckets that one query may ask for.
    public static let limit = 20_000

    /// Lays out the buckets of a range.
    ///
    /// - Throws: ``AnalysisError`` where the range holds more than ``limit`` buckets.
    public init(_ interval: CalendarInterval, range: Range<Int64>, timeZone: TimeZone) throws(AnalysisError) {
        let rough = (range.upperBound - range.lowerBound) / (interval == .hour ? 3_600_000 : 86_400_000)
        guard rough < Int64(CalendarBuckets.limit) else {
            throw .tooManyBuckets(Int(clamping: rough), limit: CalendarBuckets.limit)
        }
        let clock = LocalClock(timeZone: timeZone, covering: range)
        self.interval = interval
        self.range = range
        self.clock = clock
        var labels: [String] = []
        var starts: [Int64] = []
        var indexes: [Int32] = []
        self.firstNumber = range.isEmpty ? 0 : interval.number(ofLocal: clock.local(range.lowerBound))
        if !range.isEmpty {
            // Where the clock falls back at midnight, the last instant may show an earlier date than one before it.
            let lastNumber = max(
                interval.number(ofLocal: clock.local(range.upperBound - 1)),
                self.firstNumber
            )
            for number in self.firstNumber...lastNumber {
                let local = interval.localStart(of: number)
                guard clock.exists(local: local..<interval.localStart(of: number + 1)) else {
                    indexes.append(-1)
                    continue
                }
                indexes.append(Int32(labels.count))
                labels.append(interval.label(of: number))
                starts.append(max(clock.firstInstant(atLocal: local), range.lowerBound))
            }
        }
        self.labels = labels
        self.starts = starts
        self.indexByNumber = indexes
        self.cursor = clock.segments(in: range).map { Segment(start: $0.0, end: $0.1, offset: $0.2) }
    }

    /// The number of buckets.
    public var count: Int { self.labels.count }

    /// The bucket that holds an instant, or nothing where the range does not hold it.
    public func index(of instant: Int64) -> Int? {
        var hint = 0
        return self.index(of: instant, hint: &hint)
    }

    /// The bucket that holds an instant; `hint` keeps the place in the zone's changes from one call to the next.
    func index(of instant: Int64, hint: inout Int) -> Int? {
        guard instant >= self.range.lowerBound, instant < self.range.upperBound else { return nil }
        if hint >= self.cursor.count || instant < self.cursor[hint].start || instant >= self.cursor[hint].end {
            guard let found = self.cursor.firstIndex(where: { instant >= $0.start && instant < $0.end }) else {
                return nil
            }
            hint = found
        }
        let number = self.interval.number(ofLocal: instant + self.cursor[hint].offset)
        // A clock that falls back over midnight shows the day before again: the edge buckets take such instants.
        let position = min(max(Int(number - self.firstNumber), 0), self.indexByNumber.count - 1)
        let index = self.indexByNumber[position]
        return index < 0 ? nil : Int(index)
    }
}

extension CalendarBuckets {
    /// The same axis, followed by a number of whole buckets.
    ///
    /// - Throws: ``AnalysisError`` where that makes more than ``limit`` buckets.
    func extended(by count: Int) throws(AnalysisError) -> CalendarBuckets {
        guard !self.range.isEmpty else { return self }
        let last = self.interval.number(ofLocal: self.clock.local(self.range.upperBound - 1))
        let local = self.interval.localStart(of: last + Int64(count) + 1)
        // The clock covers only this axis; beyond it the zone's changes have to be looked up again.
        let far = self.range.lowerBound..<(max(local, self.range.upperBound) + 2 * 86_400_000)
        let end = LocalClock(timeZone: self.clock.timeZone, covering: far).firstInstant(atLocal: local)
        return try CalendarBuckets(
            self.interval,
            range: self.range.lowerBound..<max(end, self.range.upperBound),
            timeZone: self.clock.timeZone
        )
    }
}

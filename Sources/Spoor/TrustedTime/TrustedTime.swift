import SpoorChannel
import SpoorWire

/// What is known of the true time: how far the device's clock lies behind the collector's (bug case O-33).
///
/// A rule over values: the clocks are handed in. An answer of the collector says what time it is there, a clock that
/// nobody can set carries that on, and the difference to the wall clock is the offset; so it follows at once when the
/// wall clock is set, without another answer. Nothing is corrected here: the offset rides along with each event.
struct TrustedTime: Sendable {
    /// One answer of the collector, and when it came.
    struct Exchange: Equatable, Sendable {
        /// The answer's `Date` in milliseconds since 1970: whole seconds.
        var date: Int64
        /// When the request left, by the clock since the system started.
        var sent: Duration
        /// When the answer was there.
        var answered: Duration

        /// How long the answer took; half of it, and half a second of the header's, is what is uncertain.
        var roundTrip: Duration { self.answered - self.sent }
    }

    /// Answers that took longer say too little.
    static let longestRoundTrip: Duration = .seconds(10)

    /// After so long, any usable answer replaces the best one: crystals drift by seconds a day.
    static let bestBefore: Duration = .seconds(6 * 3600)

    /// Answers from before 2020 or after 2100 come from a server that does not know the time itself.
    static let plausibleDates: Range<Int64> = 1_577_836_800_000..<4_102_444_800_000

    /// How far the offset must move before it is kept anew.
    static let noticeable: Int64 = 1_000

    /// For how long the offset of one event is that of the next ones, in wall-clock milliseconds.
    static let freshness: Int64 = 1_000

    /// The collector's time at a moment of the clock since the system started.
    private struct Anchor: Equatable, Sendable {
        var server: Int64
        var moment: Duration
        var roundTrip: Duration
    }

    private var anchor: Anchor?
    /// The offset of an earlier start of the system: as last known.
    private var lastKnown: Int64?
    private var kept: Int64?
    private var cached: (offset: Int64, wall: Int64)?

    init() {}

    /// Takes an answer.
    ///
    /// The answer with the smallest round trip wins, as long as it is not older than ``bestBefore``; an answer that the
    /// best one cannot explain wins too, since then the best one is wrong.
    ///
    /// - Parameters:
    ///   - exchange: the answer.
    ///   - wall: the wall clock at the answer, in milliseconds since 1970.
    ///   - now: the clock since the system started, now.
    /// - Returns: whether the offset has moved so far that it should be kept.
    mutating func learn(_ exchange: Exchange, wall: Int64, now: Duration) -> Bool {
        guard Self.plausibleDates.contains(exchange.date), exchange.roundTrip >= .zero,
            exchange.roundTrip <= Self.longestRoundTrip, now >= exchange.answered
        else { return false }
        // The header's second has begun half a second ago on average, and the answer travelled half of the round trip.
        let half = exchange.roundTrip.milliseconds / 2
        let server = exchange.date + 500 + half
        if let anchor = self.anchor, anchor.moment <= exchange.answered {
            let age = exchange.answered - anchor.moment
            let expected = anchor.server + age.milliseconds
            let uncertainty = 1_000 + half + anchor.roundTrip.milliseconds / 2
            let isExplained = (server - expected).magnitude <= UInt64(uncertainty)
            if isExplained, exchange.roundTrip > anchor.roundTrip, age < Self.bestBefore { return false }
        }
        self.anchor = Anchor(server: server, moment: exchange.answered, roundTrip: exchange.roundTrip)
        self.cached = nil
        let offset = self.offset(wall: wall, bootTime: { now }) ?? 0
        let hasMoved = self.kept.map { (offset - $0).magnitude >= UInt64(Self.noticeable) } ?? true
        if hasMoved { self.kept = offset }
        return hasMoved
    }

    /// Server time less device time as last known, in milliseconds; nil before the first answer ever.
    ///
    /// - Parameters:
    ///   - wall: the wall clock, in milliseconds since 1970.
    ///   - bootTime: reads the clock since the system started; not called for events close to one another.
    /// - Returns: the offset.
    mutating func offset(wall: Int64, bootTime: () -> Duration) -> Int64? {
        guard let anchor = self.anchor else { return self.lastKnown }
        if let cached = self.cached, wall >= cached.wall, wall - cached.wall < Self.freshness { return cached.offset }
        let age = bootTime() - anchor.moment
        guard age >= .zero else {
            // The clock has begun anew under our feet: what it says of the anchor's age means nothing.
            self.lastKnown = self.kept
            self.anchor = nil
            return self.lastKnown
        }
        let (offset, overflow) = (anchor.server + age.milliseconds).subtractingReportingOverflow(wall)
        guard !overflow else { return self.lastKnown }
        self.cached = (offset, wall)
        return offset
    }
}

extension TrustedTime {
    /// Server time less device time as last known, on a scheduler's clocks.
    mutating func offset(wall: Int64, of scheduler: any Scheduler) -> Int64? {
        self.offset(wall: wall) { scheduler.continuousTime }
    }

    /// What the state file keeps, with the offset of now.
    mutating func json(boot: String?) -> JSONValue {
        var members: [JSONValue.Member] = []
        func add(_ key: String, _ number: Int64) { members.append((key: key, value: .number(String(number)))) }
        if let kept = self.kept { add("offset", kept) }
        if let anchor = self.anchor, let boot {
            members.append((key: "boot", value: .string(boot)))
            add("server", anchor.server)
            add("moment", anchor.moment.milliseconds)
            add("round_trip", anchor.roundTrip.milliseconds)
        }
        return .object(members)
    }

    /// Takes up what an earlier run knew.
    ///
    /// Where the system has not started anew since, the anchor still holds; else, and where nobody can tell, the offset
    /// does, as last known.
    init(_ json: JSONValue?, boot: String?) {
        guard let offset = json?["offset"]?.int64Value else { return }
        self.kept = offset
        self.lastKnown = offset
        guard let boot, json?["boot"]?.stringValue == boot, let server = json?["server"]?.int64Value,
            let moment = json?["moment"]?.int64Value, let roundTrip = json?["round_trip"]?.int64Value
        else { return }
        self.anchor = Anchor(server: server, moment: .milliseconds(moment), roundTrip: .milliseconds(roundTrip))
    }
}

extension Duration {
    /// Whole milliseconds, rounded towards zero.
    fileprivate var milliseconds: Int64 {
        let (seconds, attoseconds) = self.components
        return seconds &* 1000 &+ attoseconds / 1_000_000_000_000_000
    }
}

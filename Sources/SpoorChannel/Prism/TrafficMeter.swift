package import SpoorWire

/// How many bytes of the day's budget for metered networks are used.
///
/// The budget is that of the local calendar day, and it must hold whatever happens to the device's clock. The rule:
///
/// - It is new when a local midnight, by the present clock and zone, lies in the time that *really passed* since the
///   meter last looked, and the date is later than every date counted so far.
/// - It is new as well when 26 hours really passed since it was new: longer than the longest day of the calendar, so this
///   happens only to those whose clock ran ahead and came back, and it bounds how long they wait.
///
/// Within a run what really passed is told by a clock that nobody can set and that counts sleep; over a restart only by
/// the wall clock, where it has not gone back. Setting a clock or crossing zones therefore refills nothing by itself.
package struct TrafficMeter: Equatable, Sendable {
    /// The world at the moment of a call.
    package struct Moment: Sendable {
        /// The wall clock in milliseconds since 1970, corrected by the server's time where that is known.
        package var wallMilliseconds: Int64

        /// Time since some start of this run, the device's sleep included; see `Scheduler.continuousTime`.
        package var continuousTime: Duration

        /// The zone whose midnights count.
        package var zone: any ZoneOffsets

        /// Creates a moment.
        package init(wallMilliseconds: Int64, continuousTime: Duration, zone: any ZoneOffsets) {
            self.wallMilliseconds = wallMilliseconds
            self.continuousTime = continuousTime
            self.zone = zone
        }

        fileprivate func day(atMilliseconds milliseconds: Int64) -> Int64 {
            let offset = Int64(self.zone.secondsFromGMT(atMilliseconds: milliseconds)) * 1000
            let (local, overflow) = milliseconds.addingReportingOverflow(offset)
            let shown = overflow ? milliseconds : local
            return shown / TrafficMeter.dayMilliseconds - (shown % TrafficMeter.dayMilliseconds < 0 ? 1 : 0)
        }

        fileprivate var today: Int64 { self.day(atMilliseconds: self.wallMilliseconds) }
    }

    static let dayMilliseconds: Int64 = 86_400_000
    /// Longer than any local day without a change of zone.
    static let longestWait: Int64 = 26 * 3_600_000
    /// What two clocks may differ in a run before the one that can be set counts as set.
    private static let tolerance: Int64 = 60_000

    /// The bytes used of the present budget.
    private(set) var used: Int64

    /// The latest local day counted so far, in days since 1970.
    private(set) var day: Int64

    /// What really passed since the budget was new, in milliseconds, as of the last look.
    private var age: Int64

    /// The wall clock at the last look.
    private var wall: Int64

    private var continuousTime: Duration

    private struct Request: Equatable {
        var bytes: Int64
        var isCounted: Bool
    }

    /// The requests that were not answered yet; no two of one kind.
    private var underWay: [UploadPart: Request] = [:]

    private var isUnsaved = false

    /// Begins with an unused budget.
    package init(at moment: Moment) {
        self.used = 0
        self.day = moment.today
        self.age = 0
        self.wall = moment.wallMilliseconds
        self.continuousTime = moment.continuousTime
    }

    /// The bytes that are left of a budget; never negative.
    package func remaining(of budget: Int64) -> Int64 {
        max(0, max(0, budget) - self.used)
    }

    /// Looks at the clocks, and begins a new budget where its time has come.
    package mutating func look(at moment: Moment) {
        let passed = max(0, (moment.continuousTime - self.continuousTime).wholeMilliseconds)
        self.advance(by: passed, believing: passed, to: moment)
    }

    /// Notes that a request of this many bytes begins; they count from here on, whatever becomes of it.
    ///
    /// Counted and saved before anything is sent, they count for a process that is killed in between as well.
    mutating func begin(_ part: UploadPart = .whole, bytes: Int, on status: NetworkStatus) {
        let request = Request(bytes: Int64(max(0, bytes)), isCounted: status.isMetered)
        self.underWay[part] = request
        if request.isCounted { self.add(request.bytes) }
    }

    /// Notes that the request ended, by success or failure, while the device was on this network.
    ///
    /// A request that came to a metered network on its way counts as well.
    mutating func end(_ part: UploadPart = .whole, on status: NetworkStatus) {
        guard let request = self.underWay.removeValue(forKey: part) else { return }
        if status.isMetered, !request.isCounted { self.add(request.bytes) }
    }

    private mutating func add(_ bytes: Int64) {
        let (sum, overflow) = self.used.addingReportingOverflow(bytes)
        self.used = overflow ? .max : sum
        self.isUnsaved = true
    }

    /// Goes on to another moment.
    ///
    /// - Parameters:
    ///   - passed: what passed, for the question whether there was a midnight.
    ///   - believed: what passed, for the question how old the budget is.
    ///   - moment: the moment.
    private mutating func advance(by passed: Int64, believing believed: Int64, to moment: Moment) {
        let (before, underflow) = moment.wallMilliseconds.subtractingReportingOverflow(passed)
        let hadMidnight = !underflow && moment.today > moment.day(atMilliseconds: before)
        let (shift, overflow) = before.subtractingReportingOverflow(self.wall)
        // A clock that was set is saved at once, so that the next run counts from what it shows now.
        if underflow || overflow || shift.magnitude > UInt64(Self.tolerance) { self.isUnsaved = true }
        let (age, tooOld) = self.age.addingReportingOverflow(believed)
        self.age = tooOld ? .max : age
        self.wall = moment.wallMilliseconds
        self.continuousTime = moment.continuousTime
        guard (hadMidnight && moment.today > self.day) || self.age >= Self.longestWait else { return }
        self.used = 0
        self.age = 0
        self.day = moment.today
        self.isUnsaved = true
    }
}

extension TrafficMeter {
    /// The name under which a channel's state keeps it.
    package static let stateKey = "traffic"

    /// The longest time between two runs that ages a budget; a clock that shows more was set.
    private static let longestGap: Int64 = 30 * TrafficMeter.dayMilliseconds

    /// What to save now, in the form in which the state keeps it; nil where nothing changed since the last call.
    package mutating func save() -> JSONValue? {
        guard self.isUnsaved else { return nil }
        self.isUnsaved = false
        return .object([
            (key: "used", value: .integer(self.used)),
            (key: "day", value: .integer(self.day)),
            (key: "age", value: .integer(self.age)),
            (key: "wall", value: .integer(self.wall)),
        ])
    }

    /// Takes up what an earlier run saved; begins with an unused budget where that cannot be read.
    package init(restoring json: JSONValue?, at moment: Moment) {
        self.init(at: moment)
        guard let json, let used = json["used"]?.int64Value, let day = json["day"]?.int64Value,
            let age = json["age"]?.int64Value, let wall = json["wall"]?.int64Value
        else { return }
        self.used = max(0, used)
        self.day = day
        self.age = max(0, age)
        self.wall = wall
        let (gap, overflow) = moment.wallMilliseconds.subtractingReportingOverflow(wall)
        let passed = overflow ? 0 : max(0, gap)
        self.advance(by: passed, believing: passed <= Self.longestGap ? passed : 0, to: moment)
    }
}

extension TrafficMeter {
    /// The bytes of a request on the wire: its body, and its head as HTTP/1.1 writes it.
    ///
    /// What encryption and the lower layers add is not known here and not counted.
    package static func requestBytes(url: String, headers: [String: String], bodyBytes: Int) -> Int {
        // "POST ", " HTTP/1.1", line ends, and the fields that the system adds: host, length, agent, acceptance.
        headers.reduce(bodyBytes + url.utf8.count + 200) { sum, field in
            sum + field.key.utf8.count + field.value.utf8.count + 4
        }
    }
}

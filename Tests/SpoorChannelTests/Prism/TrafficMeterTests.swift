import SpoorWire
import Testing

@testable import SpoorChannel

struct TrafficMeterTests {
    /// A device on which a meter runs: its clocks, and what is on its disk.
    private struct Device {
        var wall: Int64
        var awake: Duration = .seconds(5_000)
        var zone: any ZoneOffsets
        var meter: TrafficMeter
        var saved: JSONValue?

        init(_ wall: Int64, zone: any ZoneOffsets = FixedZone.gmt) {
            self.wall = wall
            self.zone = zone
            self.meter = TrafficMeter(
                at: .init(wallMilliseconds: wall, continuousTime: .seconds(5_000), zone: zone)
            )
        }

        var moment: TrafficMeter.Moment {
            .init(wallMilliseconds: self.wall, continuousTime: self.awake, zone: self.zone)
        }

        /// The budget that is used by now.
        mutating func used() -> Int64 {
            self.meter.look(at: self.moment)
            if let json = self.meter.save() { self.saved = json }
            return self.meter.used
        }

        mutating func send(_ bytes: Int, on status: NetworkStatus = .cellular) {
            self.meter.look(at: self.moment)
            self.meter.begin(bytes: bytes, on: status)
            self.meter.end(on: status)
            if let json = self.meter.save() { self.saved = json }
        }

        /// Lets time pass for all clocks.
        mutating func wait(hours: Double) {
            self.wall += Int64(hours * 3_600_000)
            self.awake += .milliseconds(Int64(hours * 3_600_000))
        }

        /// Sets the wall clock alone.
        mutating func set(_ wall: Int64) { self.wall = wall }

        /// Ends the process; the next one begins after a while, with a clock of its own.
        mutating func restart(afterHours hours: Double = 0, wall: Int64? = nil) throws {
            self.wall = wall ?? self.wall + Int64(hours * 3_600_000)
            self.awake = .seconds(7)
            let saved = try self.saved.map { try JSONValue(parsing: $0.jsonText) }
            self.meter = TrafficMeter(restoring: saved, at: self.moment)
            if let json = self.meter.save() { self.saved = json }
        }
    }

    private static let noon = Instant.utc(2026, 3, 5, 12)

    @Test("Prism defect 2: the day's budget is new on the next local day, not after 1000 days")
    func newOnTheNextDay() {
        var device = Device(Self.noon)
        device.send(700)
        device.wait(hours: 11.9)
        #expect(device.used() == 700)
        device.wait(hours: 0.2)
        #expect(device.used() == 0)
        device.send(1)
        device.wait(hours: 23.8)
        #expect(device.used() == 1)
        device.wait(hours: 0.2)
        #expect(device.used() == 0)
    }

    @Test("Prism defect 3: the budget follows the calendar day, not 24 hours that roll on")
    func newAtMidnightAlsoShortlyAfterUse() {
        var device = Device(Instant.utc(2026, 3, 5, 23, 59))
        device.send(700)
        device.wait(hours: 2.0 / 60)
        #expect(device.used() == 0)
    }

    @Test(
        arguments: [
            (Instant.utc(2026, 3, 29, 0, 30), 23.0), (Instant.utc(2026, 10, 24, 23), 25.0),
            (Instant.utc(2026, 6, 5, 22), 24.0),
        ] as [(Int64, Double)]
    )
    func aDayIsAsLongAsItsZoneSays(midnight: Int64, hours: Double) {
        // Midnight of Berlin lies an hour or two before that of Greenwich.
        let zone = SteppedZone.berlin
        let offset = Int64(zone.secondsFromGMT(atMilliseconds: midnight)) * 1000
        let local = midnight + offset
        let start = local - local % 86_400_000 - offset + (local % 86_400_000 > 43_200_000 ? 86_400_000 : 0)
        var device = Device(start - 60_000, zone: zone)
        device.send(9)
        device.wait(hours: 2.0 / 60)
        #expect(device.used() == 0)
        device.send(700)
        device.wait(hours: hours - 0.05)
        #expect(device.used() == 700)
        device.wait(hours: 0.05)
        #expect(device.used() == 0)
    }

    @Test(
        arguments: [
            Instant.utc(2026, 3, 5, 0, 1), Instant.utc(2026, 3, 4, 23, 50), Instant.utc(2026, 3, 4, 12), 0,
            Instant.utc(2025, 3, 5),
        ] as [Int64]
    )
    func aClockThatIsSetBackRefillsNothing(to wall: Int64) {
        var device = Device(Self.noon)
        device.send(700)
        device.set(wall)
        #expect(device.used() == 700)
        // Not even over the midnights of the wrong clock, nor when it is put right again.
        device.wait(hours: 1)
        #expect(device.used() == 700)
        device.set(Self.noon + 3_600_000)
        #expect(device.used() == 700)
        device.wait(hours: 11.1)
        #expect(device.used() == 0)
    }

    @Test(arguments: [-1, -13, -24, -8_760] as [Double])
    func aRestartWithAnEarlierClockRefillsNothing(hours: Double) throws {
        var device = Device(Self.noon)
        device.send(700)
        try device.restart(wall: Self.noon + Int64(hours * 3_600_000))
        #expect(device.used() == 700)
        try device.restart(wall: Self.noon + 1)
        #expect(device.used() == 700)
        device.wait(hours: 12)
        #expect(device.used() == 0)
    }

    @Test(arguments: [1, 2, 8_760, 210_240] as [Int64])
    func aClockThatRanAheadInARunChangesNothing(hours: Int64) {
        var device = Device(Self.noon)
        device.send(700)
        device.set(Self.noon + hours * 3_600_000)
        #expect(device.used() == 700)
        device.set(Self.noon)
        #expect(device.used() == 700)
        device.wait(hours: 12)
        #expect(device.used() == 0)
        device.send(5)
        device.wait(hours: 24)
        #expect(device.used() == 0)
    }

    @Test(arguments: [2, 40, 8_760] as [Int64], [true, false])
    func aClockThatRanAheadOverARestartLocksNothing(days: Int64, restarts: Bool) throws {
        var device = Device(Self.noon)
        device.send(700)
        try device.restart(wall: Self.noon + days * 86_400_000)
        #expect(device.used() == 0)  // A device that was off for long looks the same.
        device.send(800)
        // The clock is put right: what was used stays used, for 26 hours and no longer.
        if restarts { try device.restart(wall: Self.noon) } else { device.set(Self.noon) }
        #expect(device.used() == 800)
        for _ in 0..<4 {
            if restarts { try device.restart(afterHours: 6) } else { device.wait(hours: 6) }
            #expect(device.used() == 800)
        }
        if restarts { try device.restart(afterHours: 2) } else { device.wait(hours: 2) }
        #expect(device.used() == 0)
        // From then on days are days again.
        device.send(3)
        device.wait(hours: 10.1)
        #expect(device.used() == 0)
    }

    @Test func aDeviceWithoutABatteryForItsClockRefillsNothingAtEachStart() throws {
        var device = Device(Self.noon)
        device.send(700)
        for _ in 0..<5 {
            try device.restart(wall: 60_000)
            #expect(device.used() == 700)
            device.set(Self.noon + 600_000)
            #expect(device.used() == 700)
            device.wait(hours: 0.1)
        }
    }

    @Test(arguments: [0.5, 11.9, 12.1, 216, 9_600] as [Double])
    func aRestartKeepsWhatWasUsedToday(hours: Double) throws {
        var device = Device(Self.noon)
        device.send(700)
        try device.restart(afterHours: hours)
        #expect(device.used() == (hours < 12 ? 700 : 0))
    }

    @Test func aZoneThatChangesRefillsNothingByItself() {
        var device = Device(Self.noon)
        device.send(700)
        for hours in [14, -11, 14, -11, 0] {
            device.zone = FixedZone(seconds: hours * 3600)
            #expect(device.used() == 700)
        }
        device.zone = FixedZone(seconds: 9 * 3600)
        device.wait(hours: 2.9)
        #expect(device.used() == 700)
        device.wait(hours: 0.2)
        #expect(device.used() == 0)
    }

    @Test func flyingWestOverMidnightGivesNoSecondBudgetForTheSameDate() {
        var device = Device(Instant.utc(2026, 3, 5, 23))
        device.send(700)
        device.wait(hours: 2)
        #expect(device.used() == 0)
        device.send(600)
        device.zone = FixedZone(seconds: -10 * 3600)
        #expect(device.used() == 600)
        device.wait(hours: 10)
        #expect(device.used() == 600)
        device.wait(hours: 24)
        #expect(device.used() == 0)
    }

    @Test(arguments: NetworkStatus.allCases, NetworkStatus.allCases)
    func countsARequestOnceWhereItTouchedAMeteredNetwork(from: NetworkStatus, to: NetworkStatus) {
        var device = Device(Self.noon)
        device.meter.begin(bytes: 100, on: from)
        #expect(device.used() == (from.isMetered ? 100 : 0))
        device.meter.end(on: to)
        device.meter.end(on: .cellular)
        #expect(device.used() == (from.isMetered || to.isMetered ? 100 : 0))
    }

    @Test func aProcessThatIsKilledDuringARequestHasCountedIt() throws {
        var device = Device(Self.noon)
        device.meter.begin(bytes: 100, on: .unknown)
        device.saved = device.meter.save()
        try device.restart()
        #expect(device.used() == 100)
    }

    @Test func savesOnlyWhatChanged() {
        var device = Device(Self.noon)
        #expect(device.meter.save() == nil)
        device.meter.begin(bytes: 5, on: .cellular)
        #expect(device.meter.save() != nil)
        device.wait(hours: 1)
        device.meter.look(at: device.moment)
        #expect(device.meter.save() == nil)
        device.set(Self.noon - 86_400_000)
        device.meter.look(at: device.moment)
        #expect(device.meter.save() != nil)
    }

    @Test(arguments: [
        "null", "{}", "[]", #"{"used":1}"#, #"{"used":"1","day":2,"age":3,"wall":4}"#,
        #"{"used":1.5,"day":2,"age":3,"wall":4}"#,
    ])
    func whatCannotBeReadIsAnUnusedBudget(text: String) throws {
        let device = Device(Self.noon)
        let meter = TrafficMeter(restoring: try JSONValue(parsing: text), at: device.moment)
        #expect(meter.used == 0)
        #expect(meter.remaining(of: 10) == 10)
    }

    @Test func hostileNumbersTrapNothing() throws {
        let extremes: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
        for used in extremes {
            for day in extremes {
                for wall in extremes {
                    let json: JSONValue = [
                        "used": .integer(used), "day": .integer(day), "age": .integer(used), "wall": .integer(wall),
                    ]
                    for now in extremes {
                        let moment = TrafficMeter.Moment(
                            wallMilliseconds: now,
                            continuousTime: .zero,
                            zone: FixedZone(seconds: 50_400)
                        )
                        var meter = TrafficMeter(restoring: json, at: moment)
                        meter.begin(bytes: .max, on: .cellular)
                        meter.look(at: moment)
                        #expect(meter.remaining(of: .max) >= 0)
                        #expect(meter.remaining(of: .min) == 0)
                    }
                }
            }
        }
    }

    @Test func theHeadOfARequestCounts() {
        let bytes = TrafficMeter.requestBytes(url: "https://a.b/c", headers: ["X-Key": "value"], bodyBytes: 1_000)
        #expect(bytes == 1_000 + 13 + 14 + 200)
    }
}

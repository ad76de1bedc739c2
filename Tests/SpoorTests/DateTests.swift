import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// Bug case O-04: dates are the same whatever the person has set.
struct DateTests {
    private let bench = TestBench()

    /// 2026-03-05T12:07:09.045Z.
    private static let instant = Date(timeIntervalSince1970: 1_772_712_429.045)

    /// Records an event with the instant in every place that a date can stand in.
    private func record(by tracker: Tracker) async throws -> JSONValue {
        tracker.track("x", ["since": Self.instant], at: Self.instant)
        _ = await self.bench.flush(tracker)
        return try #require(self.bench.collector.events.last)
    }

    /// What a formatter would show under each setting: that it differs proves that the case is a real one.
    private static let settings: [(locale: String, calendar: Calendar.Identifier, pattern: String)] = [
        ("ja_JP", .japanese, "yyyy-MM-dd HH:mm:ss.SSS"),  // O-04/japanese
        ("th_TH", .buddhist, "yyyy-MM-dd HH:mm:ss.SSS"),  // O-04/buddhist
        ("fa_IR", .persian, "yyyy-MM-dd HH:mm:ss.SSS"),  // O-04/persian
        ("en_US", .gregorian, "yyyy-MM-dd hh:mm:ss.SSS a"),  // O-04/twelve-hour
        ("ar_EG", .islamicUmmAlQura, "yyyy-MM-dd HH:mm:ss.SSS"),
    ]

    // O-04/event-time O-04/date-property
    @Test("O-04 dates are Gregorian, ASCII and of 24 hours, where a formatter's would not be", arguments: settings)
    func localesChangeNothing(locale: String, calendar: Calendar.Identifier, pattern: String) async throws {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: locale)
        formatter.calendar = Calendar(identifier: calendar)
        formatter.timeZone = TimeZone(secondsFromGMT: 9 * 3600)
        formatter.dateFormat = pattern
        #expect(formatter.string(from: Self.instant) != "2026-03-05 21:07:09.045")
        let tracker = self.bench.start()
        try await self.checkInstant(by: tracker)
        await self.bench.stop(tracker)
    }

    private func checkInstant(by tracker: Tracker) async throws {
        let event = try await self.record(by: tracker)
        #expect(event["properties"]?["since"]?.stringValue == "2026-03-05 21:07:09.045")
        #expect(event["time"]?.int64Value == 1_772_712_429_045)
    }

    /// Foundation's current locale cannot be chosen everywhere (a process's own can, see `LocaleTests`), so this is what
    /// stands for all of them: nothing in the SDK that makes text of a date or number asks for one.
    // O-04/locale-change O-04/japanese O-04/buddhist O-04/persian O-04/twelve-hour
    @Test(
        "O-04 no source of the SDK uses what follows the person's locale, calendar or clock",
        .enabled(if: hasSources)
    )
    func nothingAsksForALocale() throws {
        let asking = [
            "DateFormatter", "NumberFormatter", "ISO8601", "FormatStyle", ".formatted(", "String(format:", "Calendar",
            "Locale(", "Locale.", "strftime", "strptime", "snprintf", "setlocale", "localtime(", "localized",
        ]
        // The words of an error go to the log, in whatever language.
        let allowed = ["localizedDescription"]
        var read = 0
        for case let file as URL in try #require(
            FileManager.default.enumerator(at: Self.sources, includingPropertiesForKeys: nil)
        ) where ["swift", "c", "h"].contains(file.pathExtension) {
            read += 1
            for (number, line) in try String(contentsOf: file, encoding: .utf8).split(separator: "\n").enumerated() {
                var code = line.range(of: "//").map { String(line[..<$0.lowerBound]) } ?? String(line)
                for text in allowed { code = code.replacingOccurrences(of: text, with: "") }
                let found = asking.filter { code.contains($0) }
                #expect(found.isEmpty, "\(file.lastPathComponent), line \(number + 1): \(line)")
            }
        }
        #expect(read > 100)
    }

    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")
    private static let hasSources = FileManager.default.fileExists(atPath: sources.path)

    // O-04/week-year
    @Test("O-04 the last days of December stay in their year")
    func decemberStaysInItsYear() async throws {
        let tracker = self.bench.start(zone: FixedZone.gmt)
        let instant = Date(timeIntervalSince1970: 1_735_560_000)
        tracker.track("x", ["since": instant], at: instant)
        _ = await self.bench.flush(tracker)
        let event = try #require(self.bench.collector.events.first)
        #expect(event["properties"]?["since"]?.stringValue == "2024-12-30 12:00:00.000")
        await self.bench.stop(tracker)
    }

    // O-04/zone-change
    @Test("O-04 a change of zone while the app runs is seen by the next event, offset and all")
    func aChangeOfZoneIsSeen() async throws {
        let zone = MovingZone()
        let tracker = self.bench.start(zone: zone)
        tracker.registerSuperProperties(["registered": Self.instant])
        var event = try await self.record(by: tracker)
        #expect(event["properties"]?["since"]?.stringValue == "2026-03-05 21:07:09.045")
        #expect(event["properties"]?["$timezone_offset"] == .number("-540"))
        zone.seconds.withLock { $0 = -5 * 3600 }
        // The zone is asked once a second.
        self.bench.scheduler.advance(by: .seconds(1))
        tracker.track("y", ["since": Self.instant])
        _ = await self.bench.flush(tracker)
        event = try #require(self.bench.collector.events.last)
        #expect(event["properties"]?["since"]?.stringValue == "2026-03-05 07:07:09.045")
        #expect(event["properties"]?["$timezone_offset"] == .number("300"))
        // What was registered before is the same instant, in the zone of the event that carries it.
        #expect(event["properties"]?["registered"]?.stringValue == "2026-03-05 07:07:09.045")
        await self.bench.stop(tracker)
    }
}

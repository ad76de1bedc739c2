import Foundation
import CollectorTesting
import Testing

@testable import CollectorAnalysis

struct InstantTextTests {
    struct Case: Sendable {
        let zone: String
        let text: String
        var isEnd = false
        let utc: String?
    }

    @Test(arguments: [
        Case(zone: "Asia/Tokyo", text: "2026-03-10", utc: "2026-03-09T15:00:00"),
        Case(zone: "Asia/Tokyo", text: "2026-03-10", isEnd: true, utc: "2026-03-10T15:00:00"),
        // The day that begins at 01:00 (O-41).
        Case(zone: "Asia/Beirut", text: "2025-03-30", utc: "2025-03-29T22:00:00"),
        Case(zone: "Asia/Beirut", text: "2025-03-30", isEnd: true, utc: "2025-03-30T21:00:00"),
        Case(zone: "America/Los_Angeles", text: "2026-03-10T16:30", utc: "2026-03-10T23:30:00"),
        Case(zone: "America/Los_Angeles", text: "2026-03-10 16:30:05.25", utc: "2026-03-10T23:30:05.250"),
        Case(zone: "Asia/Tokyo", text: "2026-03-10T16:30Z", utc: "2026-03-10T16:30:00"),
        Case(zone: "UTC", text: "2026-03-10T16:30:00+09:00", utc: "2026-03-10T07:30:00"),
        Case(zone: "UTC", text: "2026-03-10T16:30:00 09:00", utc: "2026-03-10T07:30:00"),
        Case(zone: "UTC", text: "1773153000000", utc: "2026-03-10T14:30:00"),
        Case(zone: "UTC", text: "2026-02-30", utc: nil), Case(zone: "UTC", text: "yesterday", utc: nil),
        Case(zone: "UTC", text: "2026-03-10T25:00", utc: nil), Case(zone: "UTC", text: "", utc: nil),
        Case(zone: "UTC", text: "2026-03-10T10:00+9", utc: nil), Case(zone: "UTC", text: "2026", utc: nil),
    ])
    func instantsAreReadInTheProjectsZone(example: Case) throws {
        let zone = try #require(TimeZone(identifier: example.zone))
        let read = InstantText(timeZone: zone).instant(example.text, isEnd: example.isEnd)
        #expect(read == example.utc.map { instant($0) })
    }

    @Test func instantsAreWrittenWithTheirOffset() throws {
        let zone = try #require(TimeZone(identifier: "America/St_Johns"))
        let text = InstantText(timeZone: zone)
        let written = text.text(1_773_153_000_123)
        #expect(written == "2026-03-10T12:00:00.123-02:30")
        #expect(text.instant(written, isEnd: false) == 1_773_153_000_123)
    }
}

import Foundation
import SpoorWire
import Testing

struct ZoneOffsetsTests {
    // O-04: the same offset as the calendar library gives, now and at instants whose offset differs.
    @Test(arguments: [0, 1_735_560_000_000, 1_750_000_000_000, -2_000_000_000_000, WireDate.earliest])
    func theSystemZoneAgreesWithFoundation(milliseconds: Int64) {
        let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        guard milliseconds > -1_000_000_000_000 else {
            _ = SystemZone.shared.secondsFromGMT(atMilliseconds: milliseconds)  // Before zones: only no trap.
            return
        }
        let expected = TimeZone.current.secondsFromGMT(for: date)
        #expect(SystemZone.shared.secondsFromGMT(atMilliseconds: milliseconds) == expected)
    }

    @Test func fixedZonesNeverChange() {
        #expect(FixedZone(seconds: -3600).secondsFromGMT(atMilliseconds: .max) == -3600)
        SystemZone.shared.invalidate()
        #expect(WireDate.text(milliseconds: 0, zone: FixedZone(seconds: -3600)) == "1969-12-31 23:00:00.000")
    }
}

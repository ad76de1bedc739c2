import SpoorWire
import Testing

struct WireDateTests {
    // O-04: the instants of the case, and the ends of what four digits show.
    @Test(arguments: [
        (1_772_712_429_045, 9 * 3600, "2026-03-05 21:07:09.045"),
        (1_735_560_000_000, 0, "2024-12-30 12:00:00.000"),
        (0, 0, "1970-01-01 00:00:00.000"),
        (-1, 0, "1969-12-31 23:59:59.999"),
        (951_782_400_000, 0, "2000-02-29 00:00:00.000"),
        (1_709_164_800_000, -3600, "2024-02-28 23:00:00.000"),
        (1_772_712_429_045, 20_700, "2026-03-05 17:52:09.045"),
        (WireDate.earliest, 0, "0001-01-01 00:00:00.000"),
        (WireDate.earliest, -3600, "0001-01-01 00:00:00.000"),
        (WireDate.latest, 0, "9999-12-31 23:59:59.999"),
        (Int64.max, Int.max, "9999-12-31 23:59:59.999"),
        (Int64.min, Int.min, "0001-01-01 00:00:00.000"),
    ])
    func datesAreGregorianWithMilliseconds(milliseconds: Int64, offset: Int, text: String) {
        var writer = ByteWriter()
        WireDate.append(milliseconds: milliseconds, offsetSeconds: offset, to: &writer)
        #expect(writer.text == text)
    }

    @Test(
        arguments: [
            ("2026-03-05 21:07:09.045", 1_772_744_829_045, false),
            ("2026-03-05T21:07:09.045Z", 1_772_744_829_045, true),
            ("2026-03-05T21:07:09.045+09:00", 1_772_712_429_045, true),
            ("2026-03-05 21:07:09,045", nil, false),
            ("2024-02-29", 1_709_164_800_000, false),
            ("2023-02-29", nil, false),
            ("2024-13-01", nil, false),
            ("2024-12-30 12:00:00", 1_735_560_000_000, false),
            ("2024-12-30 12:00:00.5", 1_735_560_000_500, false),
            ("2024-12-30 12:00:00.123456789-0130", 1_735_565_400_123, true),
            ("2024-12-30 24:00:00", nil, false),
            ("2024-12-30 12:00:00.", nil, false),
            ("二〇二四-12-30", nil, false),
            ("", nil, false),
        ] as [(String, Int64?, Bool)]
    )
    func datesAreReadInTheFormsThatAreWritten(text: String, milliseconds: Int64?, hasZone: Bool) {
        let date = WireDate.parse(text)
        #expect(date?.milliseconds == milliseconds)
        if milliseconds != nil { #expect(date?.hasZone == hasZone) }
    }

    @Test func eachDayOfFourCenturiesReadsBack() {
        var day: Int64 = -719_162  // 0001-01-01
        while day < 2_932_896 {
            let date = CivilDate(daysSince1970: day)
            #expect(date.isValid && date.daysSince1970 == day)
            day += 97
        }
    }
}

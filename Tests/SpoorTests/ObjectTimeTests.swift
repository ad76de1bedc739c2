import SpoorWire
import Testing

@testable import Spoor

/// Seconds and dates that Objective-C hands over and is shown.
struct ObjectTimeTests {
    @Test(
        "any number of seconds becomes a time, and none traps",
        arguments: [
            (1.5, Duration.milliseconds(1500)), (0, .zero), (-3, .zero), (.nan, .zero), (-.infinity, .zero),
            (.infinity, .seconds(10 * 366 * 86_400)), (1e300, .seconds(10 * 366 * 86_400)),
        ] as [(Double, Duration)]
    )
    func secondsBecomeATime(seconds: Double, expected: Duration) {
        #expect(ObjectTime.duration(seconds) == expected)
    }

    @Test(
        "a time is shown as the seconds that set it",
        arguments: [0, 0.001, 0.29, 1.001, 1.234, 30, 599.999, 86_400.5]
    )
    func secondsComeBack(seconds: Double) {
        #expect(ObjectTime.seconds(ObjectTime.duration(seconds)) == seconds)
    }

    @Test(
        "any time has seconds, and none traps",
        arguments: [
            (Duration.seconds(Int64.max), 0x1p63), (.seconds(Int64.min), -0x1p63),
            (.milliseconds(-1500), -1.5), (.microseconds(1), 1e-6),
        ] as [(Duration, Double)]
    )
    func anyTimeHasSeconds(duration: Duration, expected: Double) {
        #expect(ObjectTime.seconds(duration) == expected)
    }

    @Test(
        "a date is shown to the millisecond",
        arguments: [0, 1, -1, 1_772_712_429_045, 253_402_300_799_999] as [Int64]
    )
    func datesAreExact(milliseconds: Int64) {
        #expect(WireDate.milliseconds(of: ObjectTime.date(milliseconds: milliseconds)) == milliseconds)
    }
}

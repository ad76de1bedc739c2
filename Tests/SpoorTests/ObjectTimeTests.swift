import Testing

@testable import Spoor

/// Seconds that Objective-C hands over.
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
}

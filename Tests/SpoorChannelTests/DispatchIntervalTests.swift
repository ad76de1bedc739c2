import Dispatch
import Testing

@testable import SpoorChannel

struct DispatchIntervalTests {
    @Test(
        arguments: [
            (.zero, .nanoseconds(0)), (.seconds(-3), .nanoseconds(0)),
            (.milliseconds(1500), .nanoseconds(1_500_000_000)),
            (.nanoseconds(1), .nanoseconds(1)), (.seconds(Int64.max), .seconds(3_000_000_000)),
            (.seconds(3_000_000_000), .seconds(3_000_000_000)),
        ] as [(Duration, DispatchTimeInterval)]
    )
    func durationsAreClampedAndNeverTrap(duration: Duration, interval: DispatchTimeInterval) {
        #expect(duration.dispatchInterval == interval)
    }
}

import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

struct ManualNetworkMonitorTests {
    @Test func theNetworkIsWhatTheTestSays() {
        let monitor = ManualNetworkMonitor(.none)
        let seen = Locked<[NetworkStatus]>([])
        let observation = monitor.observe { seen.withLock { $0.append(monitor.status) } }
        for status in [.none, .cellular, .cellular, .wifi, .unknown] as [NetworkStatus] { monitor.move(to: status) }
        #expect(seen.withLock { $0 } == [.cellular, .wifi, .unknown])
        observation.cancel()
        monitor.move(to: .none)
        #expect(monitor.status == .none)
        #expect(seen.withLock { $0.count } == 3)
    }
}

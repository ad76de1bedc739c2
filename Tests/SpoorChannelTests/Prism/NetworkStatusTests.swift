import Testing

@testable import SpoorChannel

struct NetworkStatusTests {
    private static func path(
        _ reach: NetworkPathReading.Reach = .satisfied,
        _ change: (inout NetworkPathReading) -> Void = { _ in }
    ) -> NetworkPathReading {
        var reading = NetworkPathReading(reach: reach)
        change(&reading)
        return reading
    }

    private static let paths: [(NetworkPathReading, NetworkStatus)] = [
        (Self.path(.unsatisfied), .none),
        (Self.path(.unsatisfied) { $0.usesWifi = true }, .none),
        (Self.path(.onDemand) { $0.usesWifi = true }, .unknown),
        (Self.path(), .unknown),
        (Self.path { $0.usesWifi = true }, .wifi),
        (Self.path { $0.usesWired = true }, .wifi),
        (Self.path { $0.usesLoopback = true }, .wifi),
        (Self.path { $0.usesCellular = true }, .cellular),
        (Self.path { ($0.usesCellular, $0.isExpensive) = (true, true) }, .cellular),
        (Self.path { ($0.usesWifi, $0.usesCellular) = (true, true) }, .wifi),
        // A hotspot made of a phone.
        (Self.path { ($0.usesWifi, $0.isExpensive) = (true, true) }, .cellular),
        // Low Data Mode.
        (Self.path { ($0.usesWifi, $0.isConstrained) = (true, true) }, .cellular),
        (Self.path { $0.isConstrained = true }, .cellular),
    ]

    @Test(arguments: Self.paths)
    func onApplePlatformsThePathDecides(reading: NetworkPathReading, expected: NetworkStatus) {
        #expect(reading.status == expected)
    }

    @Test func onlyWhatCostsIsMetered() {
        #expect(NetworkStatus.allCases.filter(\.isMetered) == [.cellular, .unknown])
    }

    @Test func observersAreToldInOrderUntilTheyEnd() {
        let observers = NetworkObservers()
        nonisolated(unsafe) var calls: [String] = []
        let first = observers.add { calls.append("first") }
        var second: NetworkObservation? = observers.add { calls.append("second") }
        observers.tell()
        #expect(calls == ["first", "second"])
        first.cancel()
        first.cancel()
        observers.tell()
        #expect(calls == ["first", "second", "second"])
        #expect(second != nil)
        second = nil
        observers.tell()
        #expect(calls.count == 3)
    }

    @Test func anObserverMayEndItselfAndAddOthersWhileItIsTold() {
        let observers = NetworkObservers()
        nonisolated(unsafe) var own: NetworkObservation?
        nonisolated(unsafe) var later: NetworkObservation?
        nonisolated(unsafe) var calls = 0
        own = observers.add {
            own?.cancel()
            later = observers.add { calls += 10 }
            calls += 1
        }
        observers.tell()
        observers.tell()
        #expect(calls == 11)
        later?.cancel()
    }
}

import Testing

@testable import SpoorChannel

struct RealtimeThrottleTests {
    /// Runs a throttle in virtual time; gives the time of each upload and how many records were stored by then.
    private static func run(_ times: [Duration]) -> [(time: Duration, stored: Int)] {
        var throttle = RealtimeThrottle()
        var uploads: [(time: Duration, stored: Int)] = []
        var wakes: [Duration] = []
        var stored = 0
        func act(_ actions: [RealtimeThrottle.Action], at now: Duration) {
            for action in actions {
                switch action {
                case .upload: uploads.append((now, stored))
                case .wake(let delay): wakes.append(now + delay)
                }
            }
        }
        func wake(upTo limit: Duration) {
            while let next = wakes.min(), next <= limit {
                wakes.removeAll { $0 == next }
                act(throttle.handle(.woke, at: next), at: next)
            }
        }
        for time in times {
            wake(upTo: time)
            stored += 1
            act(throttle.handle(.recorded, at: time), at: time)
        }
        wake(upTo: .seconds(1_000_000))
        return uploads
    }

    @Test(
        "Prism defect: a thousand real-time records make a thousand uploads; here at most two, the last one in them",
        arguments: [Duration.zero, .microseconds(1), .milliseconds(1), .microseconds(1_999)]
    )
    func aBurstMakesAtMostTwoUploads(distance: Duration) {
        let uploads = Self.run((0..<1_000).map { distance * $0 })
        #expect(uploads.count == 2)
        #expect(uploads.first?.time == .zero)
        #expect(uploads.last?.time == .seconds(2))
        #expect(uploads.last?.stored == 1_000)
    }

    /// Between the first record and the end of the window an upload is due only where another record came.
    @Test func anUploadIsDueUntilTheWindowEnds() {
        var throttle = RealtimeThrottle()
        _ = throttle.handle(.recorded, at: .seconds(1))
        #expect(!throttle.isDue(at: .seconds(1)))
        _ = throttle.handle(.recorded, at: .seconds(2))
        #expect(throttle.isDue(at: .milliseconds(2_999)))
        // A process that was suspended does not wait for what should have happened.
        #expect(!throttle.isDue(at: .seconds(3)) && !throttle.isDue(at: .seconds(900)))
        _ = throttle.handle(.woke, at: .seconds(3))
        #expect(!throttle.isDue(at: .seconds(3)))
    }

    @Test func aLoneRecordIsUploadedAtOnceAndOnce() {
        let uploads = Self.run([.seconds(3)])
        #expect(uploads.map(\.time) == [.seconds(3)])
    }

    @Test func aStreamIsUploadedOncePerWindow() {
        // One record each 100 ms for a minute.
        let uploads = Self.run((0..<600).map { .milliseconds(100 * $0) })
        #expect(uploads.count == 31)
        #expect(uploads.last?.stored == 600)
        for (first, second) in zip(uploads, uploads.dropFirst()) {
            #expect(second.time - first.time >= .seconds(2))
        }
    }

    @Test func recordsThatLieFarApartAreEachUploadedAtOnce() {
        let times: [Duration] = [.zero, .seconds(2), .seconds(5), .seconds(60)]
        #expect(Self.run(times).map(\.time) == times)
    }

    @Test func aWakeThatNeverCameHoldsNothingBack() {
        var throttle = RealtimeThrottle()
        #expect(throttle.handle(.recorded, at: .zero) == [.upload])
        #expect(throttle.handle(.recorded, at: .seconds(1)) == [.wake(after: .seconds(1))])
        // The process was suspended, and the timer with it.
        #expect(throttle.handle(.recorded, at: .seconds(90)) == [.upload])
        #expect(throttle.handle(.woke, at: .seconds(90)) == [])
    }

    @Test func aWakeThatCameEarlyIsAskedForAgain() {
        var throttle = RealtimeThrottle()
        _ = throttle.handle(.recorded, at: .zero)
        _ = throttle.handle(.recorded, at: .seconds(1))
        #expect(throttle.handle(.woke, at: .milliseconds(1_500)) == [.wake(after: .milliseconds(500))])
        #expect(throttle.handle(.woke, at: .seconds(2)) == [.upload])
        #expect(throttle.handle(.woke, at: .seconds(4)) == [])
    }
}

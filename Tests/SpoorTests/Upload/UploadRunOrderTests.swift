import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// What a run's end means for records that come out of their turn: crashes, refused ones, those that may not leave.
struct UploadRunOrderTests {
    /// A crash that is stored during a run belongs to the next one, and is the first of that.
    @Test func aCrashThatComesDuringARunLeadsTheNextOne() async throws {
        let bench = ChannelBench()
        bench.collector.setDelay(.seconds(1))
        let tracker = bench.start([
            "apm": ChannelBench.configuration {
                $0.rules = [TypeRule(type: "net"), TypeRule(type: "appCrash", isRealtime: false)]
                $0.maxBatchCount = 2
                $0.uploadInterval = .seconds(5)
            }
        ])
        let channel = try #require(tracker.channel("apm"))
        for number in 0..<4 { channel.send(type: "net", meta: ["n": .integer(Int64(number))]) }
        bench.scheduler.advance(by: .milliseconds(5_300))
        channel.send(type: "net", meta: ["n": 4])
        channel.send(type: "appCrash", meta: ["n": 5])
        bench.scheduler.advance(by: .seconds(20))
        #expect(bench.collector.packets.map(\.numbers) == [[0, 1], [2, 3], [5, 4]])
        await bench.bench.stop(tracker)
    }

    /// A dead letter that is put back has a low number: it is the first of the next run.
    @Test func aResentDeadLetterIsNotForgotten() async throws {
        let bench = TestBench()
        bench.collector.always(.rejectEvents(named: "bad"))
        let tracker = bench.start()
        bench.track(["bad", "a"], with: tracker)
        #expect(await bench.flush(tracker).rejected == 1)
        bench.collector.always(.store)
        bench.track(["b"], with: tracker)
        #expect(try await bench.ask { await tracker.resendDeadLetters() } == 1)
        bench.scheduler.advance(by: .seconds(20))
        #expect(bench.sentNames == [["bad", "a"], ["bad", "b"]])
        await bench.stop(tracker)
    }

    /// A lone record that is refused is judged by the next one, also where that was stored after the run began.
    @Test(arguments: [true, false])
    func aRecordStoredLaterIsAWitness(refusesAll: Bool) async throws {
        let slow = TestBench(answerDelay: .seconds(1))
        if refusesAll {
            slow.collector.always(.answer(.response(UploadResponse(status: 400))))
        } else {
            slow.collector.always(.refuseBatchWith(event: "bad"))
        }
        let tracker = slow.start()
        slow.track(["bad"], with: tracker)
        slow.scheduler.advance(by: .milliseconds(15_500))
        #expect(slow.sentNames == [["bad"]])
        slow.track(["good", "better"], with: tracker)
        slow.scheduler.advance(by: .milliseconds(2_900))
        #expect(slow.sentNames == [["bad"], ["good"]])
        // The same refusal for another record: the fault is the server's, and nothing is given up.
        let status = try await slow.status(of: tracker)
        #expect(status.deadLetters == (refusesAll ? 0 : 1))
        #expect(status.waiting == (refusesAll ? 3 : 1))
        await slow.stop(tracker)
    }

    /// Where only some types may leave, those stored during the run are held up by nothing.
    @Test func whatComesDuringARunIsNotCalledHeldUp() async throws {
        let bench = ChannelBench()
        bench.network.move(to: .cellular)
        bench.collector.setDelay(.seconds(1))
        let tracker = bench.start([
            "apm": ChannelBench.configuration {
                $0.rules = [TypeRule(type: "net"), TypeRule(type: "appLag", onlyWifi: true)]
            }
        ])
        let channel = try #require(tracker.channel("apm"))
        channel.send(type: "net", meta: ["n": 1])
        let flush = Task { await channel.flush() }
        await bench.bench.pump { bench.collector.requestTimes(of: "apm").count == 1 }
        channel.send(type: "net", meta: ["n": 2])
        channel.send(type: "appLag", meta: ["n": 3])
        bench.scheduler.advance(by: .seconds(1))
        #expect(await flush.value == FlushReport(delivered: 1, rejected: 0, remaining: 2, outcome: .complete))
        #expect(await bench.flush(channel).outcome == .held(.onlyWifi))
        #expect(bench.collector.packets.map(\.numbers) == [[1], [2]])
        await bench.bench.stop(tracker)
    }
}

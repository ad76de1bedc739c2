import Foundation
import SpoorWire
import Testing

@testable import SpoorCommand

struct ClickStreamTests {
    @Test func visitorsKeepTheirEventsTimesAndFurtherColumns() throws {
        let text =
            "\u{FEFF}event,user_id,timestamp,note\r\n"
            + "catalog,u1,2019-11-01 17:59:13.273932,\"a, \"\"b\"\"\nc\"\r\n\r\n"
            + "main,u2,1970-01-01 00:00:00.001999,\ncart,u1,2019-11-01 17:59:14,"
        let stream = try ClickStream(csv: [UInt8](text.utf8), name: "shop.csv")
        #expect(stream.visitors.map(\.id) == ["u1", "u2"])
        #expect(stream.count == 3)
        let first = stream.visitors[0].clicks
        #expect(first.map(\.event) == ["catalog", "cart"])
        #expect(first.map(\.milliseconds) == [1_572_631_153_273, 1_572_631_154_000])
        #expect(first.map { $0.properties["note"] } == [.string("a, \"b\"\nc"), nil])
        // Cut, not rounded.
        #expect(stream.visitors[1].clicks.map(\.milliseconds) == [1])
    }

    @Test(arguments: [
        ("", "'shop.csv' is empty"),
        ("user_id,event\nu,e", "'shop.csv' has no column 'timestamp'"),
        ("user_id,event,timestamp\nu,e,2019-11-01 00:00:00\n\nu,e,soon", "'shop.csv', line 4: 'soon' is no time"),
        ("user_id,event,timestamp\nu,e,2019-02-30 00:00:00", "'shop.csv', line 2: '2019-02-30 00:00:00' is no time"),
        ("user_id,event,timestamp\nu,e", "'shop.csv', line 2: 2 fields where the heading has 3"),
        ("user_id,event,timestamp\n,e,2019-11-01 00:00:00", "'shop.csv', line 2: the user_id is empty"),
        ("user_id,event,timestamp\nu,\"e", "Line 2: a quote begins here and never ends"),
    ])
    func aBadFileIsRefusedWholeWithItsLine(text: String, sentence: String) {
        let failure = #expect(throws: CommandFailure.self) {
            _ = try ClickStream(csv: [UInt8](text.utf8), name: "shop.csv")
        }
        #expect(failure?.description.hasPrefix(sentence) == true)
    }

    @Test func producersAreSixteenPlainCharactersTheSameEachTimeAndDifferent() {
        let visitors = (0..<20_000).map { "\($0)" } + ["", "ü", String(repeating: "x", count: 500)]
        let producers = visitors.map(ReplayQueue.producer(of:))
        #expect(producers == visitors.map(ReplayQueue.producer(of:)))
        #expect(Set(producers).count == visitors.count)
        let allowed = Set("0123456789abcdefghijklmnopqrstuvwxyz")
        #expect(producers.allSatisfy { $0.count == 16 && allowed.isSuperset(of: $0) })
    }

    @Test(arguments: [(100, 100, 0, 0, 0), (100, 0, 100, 0, 0), (100, 60, 30, 5, 5), (100, 0, 0, 0, 100)])
    func lostIsWhatTheCollectorDoesNotAccountFor(tracked: Int, stored: Int, known: Int, rejected: Int, lost: Int) {
        var replay = ReplayFigures()
        replay.tracked = tracked
        replay.duplicates = known
        let figures = DemoFigures(
            replay: replay,
            stored: stored,
            rejected: rejected,
            seconds: 1,
            funnel: .null,
            retention: .null
        )
        #expect(figures.lost == lost)
    }

    @Test func aClosedPipeIsNoticedAndAnOpenOneWaits() async throws {
        let pipe = Pipe()
        let closed = Locked(false)
        await withCheckedContinuation { continuation in
            ParentWatch.whenClosed(pipe.fileHandleForReading) {
                #expect(closed.withLock { $0 })
                continuation.resume()
            }
            pipe.fileHandleForWriting.write(Data("still here".utf8))
            closed.withLock { $0 = true }
            try? pipe.fileHandleForWriting.close()
        }
    }
}

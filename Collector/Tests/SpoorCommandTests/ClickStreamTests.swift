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

    @Test(arguments: [ReplayIdentity.visitor, .file(fingerprint: [1, 2, 3])])
    func producersAreSixteenPlainCharactersTheSameEachTimeAndDifferent(identity: ReplayIdentity) {
        let visitors = (0..<20_000).map { "\($0)" } + ["", "ü", String(repeating: "x", count: 500)]
        let producers = visitors.map(identity.producer(of:))
        #expect(producers == visitors.map(identity.producer(of:)))
        #expect(Set(producers).count == visitors.count)
        let allowed = Set("0123456789abcdefghijklmnopqrstuvwxyz")
        #expect(producers.allSatisfy { $0.count == 16 && allowed.isSuperset(of: $0) })
    }

    /// Events of another file are never taken for those of this one; those of the same content are, whatever its name.
    @Test func eventsAreKnownAgainByTheContentOfTheFile() throws {
        func producer(_ rows: String, _ name: String) throws -> String {
            let text = "user_id,event,timestamp\n" + rows
            let stream = try ClickStream(csv: [UInt8](text.utf8), name: name)
            return ReplayIdentity.file(fingerprint: stream.fingerprint).producer(of: "ann")
        }
        let first = try producer("ann,catalog,2026-11-01 10:00:00", "a.csv")
        #expect(try producer("ann,catalog,2026-11-01 10:00:00", "copy.csv") == first)
        #expect(try producer("ann,catalog,2026-11-01 10:00:01", "a.csv") != first)
        #expect(try producer("ann,payment_done,2026-11-08 10:00:00", "b.csv") != first)
    }

    /// A folder's name has 255 bytes at most, and any other byte than a plain one takes three.
    @Test(arguments: [
        String(repeating: "x", count: 300), String(repeating: "東", count: 90), String(repeating: ".", count: 81),
    ])
    func longVisitorsHaveAFolderOfTheirOwn(visitor: String) {
        let name = ReplayQueue.name(of: visitor)
        #expect(name.utf8.count <= 80)
        #expect(name != ReplayQueue.name(of: visitor + "x"))
    }

    @Test func whatIsDroppedIsCountedByReasonAndAddedUp() throws {
        var figures = ReplayFigures()
        figures.rows = 9
        figures.drop("no name", 2)
        figures.drop("no room")
        figures.drop("no room", 4)
        var total = figures
        total.add(figures)
        #expect(total.dropped == 14)
        #expect(total.reasonLines == ["Not taken by the SDK:", "  10 × no room", "  4 × no name"])
        let file = NSTemporaryDirectory() + "spoor-figures-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: file) }
        try total.write(to: file)
        #expect(try ReplayFigures(file: file) == total)
        for number in 0..<1_000 { total.drop("reason \(number)") }
        #expect(total.reasons.count <= 101)
        #expect(total.reasons.values.reduce(0, +) == total.dropped)
    }

    @Test(arguments: [
        (100, 100, 100, 0, 0, 0), (100, 100, 0, 100, 0, 0), (100, 100, 60, 30, 5, 5), (100, 100, 0, 0, 0, 100),
        (100, 90, 90, 0, 0, 10),
    ])
    func lostIsWhatTheCollectorDoesNotAccountFor(
        rows: Int,
        tracked: Int,
        stored: Int,
        known: Int,
        rejected: Int,
        lost: Int
    ) {
        var replay = ReplayFigures()
        replay.rows = rows
        replay.tracked = tracked
        replay.dropped = rows - tracked
        replay.duplicates = known
        let figures = DemoFigures(
            replay: replay,
            stored: stored,
            rejected: rejected,
            seconds: 1,
            span: DemoSpan(first: "2019-10-31", last: "2020-04-29"),
            funnel: .null,
            retention: .null
        )
        #expect(figures.lost == lost)
        #expect(((try? figures.check()) != nil) == (lost == 0))
        let address = figures.span?.dashboard(at: "http://host:1")
        #expect(address?.hasPrefix("http://host:1/#funnel?project=shop&") == true)
        #expect(address?.hasSuffix("&from=2019-10-31&to=2020-04-29") == true)
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

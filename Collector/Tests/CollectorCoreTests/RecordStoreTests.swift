import Foundation
import SpoorSQLite
import SpoorWire
import Testing

@testable import CollectorCore

struct RecordStoreTests {
    private struct DiskFull: Error {}

    @Test func eventAndPayloadAreStoredTogether() throws {
        let fixture = try StoreFixture()
        let records = [Records.record("p-1", payload: Records.stack("main")), Records.record("p-2")]
        let receipt = try fixture.send(records, namespace: "prism")
        #expect(receipt == IngestReceipt(stored: 2))
        #expect(try fixture.histories() == [["d1"]: ["appLag", "appLag"]])
        #expect(try fixture.lastEvent()["properties"]?["_namespace"] == "prism")
        #expect(try fixture.payload("p-1") == Records.stack("main"))
        #expect(try fixture.payload("p-2") == nil)
    }

    /// The same report again, as after a lost answer: with its payload, without it, or with it for the first time.
    @Test func aReportMayComeInTwoPartsInEitherOrder() throws {
        let fixture = try StoreFixture()
        #expect(try fixture.send([Records.record("p-1")]).stored == 1)
        #expect(try fixture.send([Records.record("p-1", payload: "late")]) == IngestReceipt(duplicate: 1))
        #expect(try fixture.payload("p-1") == "late")
        #expect(try fixture.send([Records.record("p-2", payload: "first")]).stored == 1)
        #expect(try fixture.send([Records.record("p-2")]) == IngestReceipt(duplicate: 1))
        #expect(try fixture.send([Records.record("p-2", payload: "other")]) == IngestReceipt(duplicate: 1))
        #expect(try fixture.payload("p-2") == "first")
        // Ids of other makers too, and twice in one packet.
        let foreign = Records.record("5f3c-foreign", payload: "f")
        #expect(try fixture.send([foreign, foreign]) == IngestReceipt(stored: 1, duplicate: 1))
        #expect(try fixture.send([foreign]) == IngestReceipt(duplicate: 1))
        let again = try fixture.killed()
        #expect(try again.send([Records.record("p-1", payload: "late"), foreign]) == IngestReceipt(duplicate: 2))
        #expect(try again.payload("p-1") == "late")
    }

    @Test func aBadRecordCostsItselfAlone() throws {
        let fixture = try StoreFixture()
        let huge =
            #"{"REPORT_ID":"p-9","CREATE_TIME":1,"MONITOR_TYPE":"a","x":"\#(String(repeating: "y", count: 300_000))"}"#
        let records = [
            PacketRecord(reportID: "", meta: Array("7".utf8), payload: [1]), Records.record("p-1", payload: "one"),
            PacketRecord(reportID: "p-9", meta: Array(huge.utf8), payload: [2]), Records.record("p-2"),
            PacketRecord(reportID: "", meta: Array("{}".utf8)), Records.record("p-3", payload: "three"),
        ]
        let receipt = try fixture.send(records)
        #expect(receipt.stored == 3)
        #expect(receipt.rejected.map(\.index) == [0, 2, 4])
        #expect(try fixture.payload("p-1") == "one")
        #expect(try fixture.payload("p-3") == "three")
        #expect(try fixture.payload("p-9") == nil)
        let rejects = try fixture.facts().rejects(limit: 10, offset: 0)
        #expect(Set(rejects.compactMap(\.index)) == [0, 2, 4])
        #expect(rejects.allSatisfy { $0.source == "/v1/packets" && !$0.reason.isEmpty })
        #expect(rejects.contains { $0.raw == Array("7".utf8) })
    }

    @Test func aPacketWithoutAGoodRecordIsAnsweredRecordByRecord() throws {
        let fixture = try StoreFixture()
        let records = [PacketRecord(reportID: "", meta: Array("7".utf8)), PacketRecord(reportID: "", meta: [0xFF])]
        #expect(try fixture.send(records).rejected.map(\.index) == [0, 1])
        #expect(try fixture.send([PacketRecord]()) == IngestReceipt())
    }

    /// Killed anywhere between receipt and answer: what was answered is there whole, and the next try gives the rest.
    @Test(arguments: [CommitStage.payloads, .dictionary, .day(Day.number(at: StoreFixture.start)), .projection])
    func aSuddenEndAtAnyStageLosesNothing(stage: CommitStage) throws {
        let fixture = try StoreFixture()
        let records = [Records.record("p-1", payload: "one"), Records.record("foreign", payload: "two")]
        // The copy is what the disk holds at the moment before this stage is committed.
        let dead = Locked<StoreFixture?>(nil)
        fixture.gate.withLock {
            $0 = { [weak fixture] reached in
                guard reached == stage, dead.withLock({ $0 == nil }) else { return }
                let copy = try fixture?.killed()
                dead.withLock { $0 = copy }
            }
        }
        let receipt = try fixture.send(records)
        #expect(receipt.stored == 2)
        let copy = try #require(dead.withLock { $0 })
        let again = try copy.send(records)
        #expect(again.stored + again.duplicate == 2)
        #expect(again.rejected.isEmpty)
        #expect(try copy.histories() == [["d1"]: ["appLag", "appLag"]])
        #expect(try copy.payload("p-1") == "one")
        #expect(try copy.payload("foreign") == "two")
        // And what was answered survives another end.
        let third = try copy.killed()
        #expect(try third.histories() == [["d1"]: ["appLag", "appLag"]])
        #expect(try third.payload("foreign") == "two")
        dead.withLock { $0 = nil }
    }

    /// An event is never there without its payload, not even where the answer never came.
    @Test func thePayloadComesBeforeItsEvent() throws {
        let fixture = try StoreFixture()
        let day = CommitStage.day(Day.number(at: StoreFixture.start))
        fixture.gate.withLock { $0 = { if $0 == day { throw DiskFull() } } }
        #expect(throws: IngestFailure.self) { try fixture.send([Records.record("p-1", payload: "one")]) }
        #expect(try fixture.payload("p-1") == "one")
        #expect(try fixture.histories() == [:])
        fixture.gate.withLock { $0 = { _ in } }
        #expect(try fixture.send([Records.record("p-1", payload: "one")]).stored == 1)
    }

    /// A disk that takes no payloads holds up what has none in no way.
    @Test func aFaultOfPayloadsFailsOnlyWhatHasSome() throws {
        let fixture = try StoreFixture()
        fixture.gate.withLock { $0 = { if $0 == .payloads { throw DiskFull() } } }
        #expect(throws: IngestFailure.self) { try fixture.send([Records.record("p-1", payload: "one")]) }
        #expect(try fixture.send([Records.record("p-2")]).stored == 1)
        #expect(try fixture.send(Sample.event("plain", id: "q-1")).stored == 1)
        #expect(try fixture.histories() == [["d1"]: ["appLag"], ["u1"]: ["plain"]])
        fixture.gate.withLock { $0 = { _ in } }
        #expect(try fixture.send([Records.record("p-1", payload: "one")]).stored == 1)
    }

    @Test func aProjectWithoutPayloadsHasNoFileOfThem() throws {
        let fixture = try StoreFixture()
        _ = try fixture.send([Records.record("p-1")])
        let payloads = try fixture.current.payloads(project: "default")
        #expect(try payloads.list(state: nil, before: nil, limit: 10).isEmpty)
        #expect(try payloads.counts().isEmpty)
        #expect(try payloads.bytes(reportID: "p-1") == nil)
        fixture.close()
        #expect(!FileManager.default.fileExists(atPath: "\(fixture.folder)/projects/default/payloads.sqlite"))
    }

    @Test func aDamagedPayloadFileIsPutAsideAndSaid() throws {
        let fixture = try StoreFixture()
        let told = Locked<[String]>([])
        _ = try fixture.send([Records.record("p-1", payload: "one")])
        let path = "\(fixture.folder)/projects/default/payloads.sqlite"
        fixture.close()
        try Data(repeating: 7, count: 40_000).write(to: URL(fileURLWithPath: path))
        try fixture.open { settings in settings.tell = { line in told.withLock { $0.append(line) } } }
        #expect(try fixture.send([Records.record("p-2", payload: "two")]).stored == 1)
        #expect(try fixture.payload("p-2") == "two")
        let aside = path.replacing(".sqlite", with: ".corrupt-1")
        #expect(FileManager.default.fileExists(atPath: aside))
        let lines = told.withLock { $0 }
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("The payloads of project 'default' cannot be read") == true)
        #expect(lines.first?.contains("put aside as '\(aside)'") == true)
    }

    @Test func payloadsCountAgainstTheBacklog() throws {
        let record = Records.record("p-1", payload: (0..<5_000).map { "\($0 &* 2_654_435_761)" }.joined())
        let fixture = try StoreFixture()
        let request = RecordsRequest(project: "default", source: "/v1/packets", namespace: nil, records: [record])
        let batch = try fixture.current.decode(request)
        #expect(batch.footprint > batch.body.count + batch.payloads[0].bytes.count)
        #expect(batch.payloads[0].bytes.count > 10_000)
    }
}

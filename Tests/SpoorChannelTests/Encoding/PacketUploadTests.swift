import Foundation
import SpoorStore
import SpoorTesting
import SpoorWire
import Testing

@testable import SpoorChannel

/// What leaves a channel, opened as a collector opens it.
struct PacketUploadTests {
    private static let encryptions: [Encryption] = [.none, EncodingBench.aes, EncodingBench.sealed]

    @Test(arguments: PacketUploadTests.encryptions)
    func secondVersionSendsMetasAndPayloadsTogetherCrashesFirst(encryption: Encryption) throws {
        let bench = try EncodingBench(EncodingBench.configuration(.packet, encryption))
        bench.report("net", payload: [1, 2, 3])
        bench.report("appLag", payload: [4])
        bench.report("net")
        bench.report("appCrash", payload: [UInt8](repeating: 9, count: 4_000))
        bench.upload()
        #expect(bench.transport.requests.count == 1)
        let records = try EncodingBench.records(of: try #require(bench.transport.requests.first))
        #expect(records.map(\.reportID) == [4, 1, 2, 3].map { bench.id($0) })
        #expect(records.map(\.payload) == [[UInt8](repeating: 9, count: 4_000), [1, 2, 3], nil, nil])
        #expect(
            bench.channel.worker.status().delivered == 4 && bench.store.counts.records == 0
                && bench.store.counts.bytes == 0
        )
    }

    @Test(arguments: PacketUploadTests.encryptions)
    func firstVersionSendsDetailsAndMetasBesideEachOther(encryption: Encryption) throws {
        var configuration = EncodingBench.configuration(.packetV1, encryption)
        configuration.maxBatchCount = 2
        configuration.initialBatchCount = 2
        let bench = try EncodingBench(configuration)
        for number in UInt8(1)...3 { bench.report("net", payload: [number]) }
        for _ in 4...8 { bench.report("net") }
        // Its payload is not to be uploaded, so its meta goes with the metas.
        bench.report("appLag", payload: [7])
        bench.upload()
        let requests = bench.transport.requests
        #expect(
            requests.map { $0.url.split(separator: "?")[0].split(separator: "/").last } == [
                "detail", "meta", "detail", "meta", "meta",
            ]
        )
        let numbers = try requests.map { try EncodingBench.records(of: $0).map(\.number) }
        #expect(numbers == [[1, 2], [4, 5], [3], [6, 7], [8, 9]])
        let payloads = try requests.flatMap { try EncodingBench.records(of: $0).compactMap(\.payload) }
        #expect(payloads == [[1], [2], [3]])
        #expect(bench.store.counts.records == 0 && bench.store.counts.bytes == 0)
        #expect(requests.allSatisfy { $0.headers["Spoor-Key"] == (encryption == EncodingBench.aes ? "a1" : nil) })
    }

    @Test(arguments: [EncodingBench.aes, EncodingBench.sealed])
    func theNativeFormIsEncryptedAsAWhole(encryption: Encryption) throws {
        let bench = try EncodingBench(EncodingBench.tracker(.json, encryption))
        bench.report("net", "\"SECRET\":\"hidden\"")
        bench.report("net", "\"SECRET\":\"hidden\"")
        bench.upload()
        let request = try #require(bench.transport.requests.first)
        let json = try EncryptedBody.decode(bytes: request.body, keyring: EncodingBench.keyring)
        guard case .array(let events) = try JSONValue(parsing: json) else {
            Issue.record("no array")
            return
        }
        #expect(events.map { $0["SECRET"]?.stringValue } == ["hidden", "hidden"])
        #expect(events.allSatisfy { $0["_flush_time"] != nil })
        #expect(request.headers["Content-Encoding"] == nil)
    }

    @Test("An older receiver of version 1 answers without a receipt, and that delivers; version 2 keeps what was sent")
    func olderReceivers() throws {
        for (encoding, left) in [(ChannelEncoding.packetV1, Int64(0)), (.packet, 2)] {
            let bench = try EncodingBench(EncodingBench.configuration(encoding)) { _, _ in
                .response(UploadResponse(status: 200, headers: [:]))
            }
            bench.report("net")
            bench.report("net", payload: [1, 2])
            bench.upload()
            #expect(Int64(bench.store.counts.records) == left)
            #expect(bench.store.counts.deadLetters == 0)
        }
    }

    @Test("Where a receiver of version 1 gives a receipt, what it refuses becomes a dead letter")
    func receiptOfTheFirstVersion() throws {
        let bench = try EncodingBench(EncodingBench.configuration(.packetV1)) { _, _ in
            .response(UploadResponse(status: 200, headers: ["Spoor-Receipt": "stored=1 rejected=1"]))
        }
        bench.report("net")
        bench.report("net")
        bench.upload()
        #expect(bench.store.counts.records == 0 && bench.store.counts.deadLetters == 1)
    }

    /// Defect 9: a length field that would overflow splits the batch, and that is no failure.
    @Test func whatFirstVersionHasNoRoomForIsSplitWithoutAFailure() throws {
        var configuration = EncodingBench.configuration(.packetV1)
        configuration.maxBodyBytes = 3_000_000
        let bench = try EncodingBench(configuration)
        var state: UInt64 = 1
        for _ in 0..<100 {
            // Nothing that could be compressed to less than 16 bits' worth.
            let noise = (0..<1_500).map { _ -> String in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return String(state >> 40, radix: 36)
            }
            bench.report("net", "\"NOISE\":\"\(noise.joined())\"", payload: [1])
        }
        bench.upload()
        let requests = bench.transport.requests
        let records = try requests.flatMap { try EncodingBench.records(of: $0) }
        #expect(requests.count > 8)
        #expect(records.map(\.number) == (1...100).map { UInt64($0) })
        #expect(bench.channel.worker.lanes.allSatisfy { $0.machine.backoff.failures == 0 })
        #expect(bench.store.counts.records == 0 && bench.store.counts.bytes == 0)
        #expect(bench.channel.worker.status().delivered == 100)
    }

    @Test(
        "A record over the limit is set aside, and what is behind it goes on",
        arguments: [ChannelEncoding.packet, .packetV1]
    )
    func anOversizeRecordIsSetAside(encoding: ChannelEncoding) throws {
        var configuration = EncodingBench.configuration(encoding)
        configuration.maxBodyBytes = 5_000
        let bench = try EncodingBench(configuration)
        bench.report("net", payload: [1])
        bench.report("net", payload: [UInt8](repeating: 2, count: 9_000))
        bench.report("net", payload: [3])
        bench.upload()
        let records = try bench.transport.requests.flatMap { try EncodingBench.records(of: $0) }
        #expect(records.map(\.number) == [1, 3])
        let letter = try #require(bench.channel.worker.deadLetters(limit: 9).first)
        #expect(letter.reason.contains("maxBodyBytes") && letter.payloadBytes == 9_000 && letter.type == "net")
        #expect(letter.eventID == bench.id(2))
        // Raised, it can be sent again, payload and all.
        configuration.maxBodyBytes = 50_000
        bench.channel.worker.apply(configuration)
        #expect(bench.channel.worker.resendDeadLetters(nil) == 1)
        bench.upload()
        let again = try EncodingBench.records(of: try #require(bench.transport.requests.last))
        #expect(again.map(\.payload?.count) == [9_000])
    }

    @Test("A form that cannot be encrypted: nothing leaves in the clear, nothing is deleted, and it is said")
    func whatCannotBeEncryptedIsKept() throws {
        let bench = try EncodingBench(EncodingBench.configuration(.sensorsForm, EncodingBench.aes))
        for _ in 0..<3 { bench.report("net", payload: [1]) }
        bench.upload(.seconds(3_600))
        #expect(bench.transport.requests.isEmpty)
        #expect(bench.store.counts.records == 3)
        #expect(bench.channel.worker.status().deadLetters == 0)
        #expect(bench.log.withLock { $0.contains { $0.contains("Nothing was sent") } })
        // With an encoding that can be encrypted it goes at once, without waiting for the end of the back-off.
        bench.channel.worker.apply(EncodingBench.configuration(.packet, EncodingBench.sealed))
        bench.scheduler.advance(by: .seconds(1))
        #expect(bench.transport.requests.count == 1 && bench.store.counts.records == 0)
        let records = try EncodingBench.records(of: try #require(bench.transport.requests.first))
        #expect(records.count == 3)
    }

    @Test("A refused record is searched for within its part", arguments: [ChannelEncoding.packet, .packetV1])
    func aRefusedRecordIsFound(encoding: ChannelEncoding) throws {
        let bench = try EncodingBench(EncodingBench.configuration(encoding)) { request, _ in
            let records = (try? EncodingBench.records(of: request)) ?? []
            return records.contains { $0.number == 5 } ? .response(UploadResponse(status: 400)) : nil
        }
        for _ in 0..<8 { bench.report("net", payload: [1]) }
        for _ in 0..<4 { bench.report("net") }
        bench.upload(.seconds(600))
        #expect(bench.store.counts.records == 0)
        #expect(bench.channel.worker.deadLetters(limit: 9).map(\.id) == [5])
        #expect(bench.channel.worker.status().delivered == 11)
    }

    @Test(
        "Metas that cannot be sent are set aside, their neighbours go",
        arguments: [ChannelEncoding.packet, .packetV1]
    )
    func unreadableMetasAreSetAside(encoding: ChannelEncoding) throws {
        let bench = try EncodingBench(EncodingBench.configuration(encoding))
        bench.report("net", payload: [1])
        bench.report("net", "\"A\":\n1", payload: [2])
        bench.report("net", "\"A\":", payload: [3])
        bench.report("net", "\"A\":1,", payload: [4])
        bench.report("net", payload: [5])
        bench.upload()
        let records = try bench.transport.requests.flatMap { try EncodingBench.records(of: $0) }
        #expect(records.map(\.payload) == [[1], [5]])
        #expect(bench.channel.worker.deadLetters(limit: 9).map(\.id) == [4, 3, 2])
    }

    @Test func exportedLettersBringTheirPayload() throws {
        var configuration = EncodingBench.configuration(.packet)
        configuration.maxBodyBytes = 1_000
        let bench = try EncodingBench(configuration)
        bench.report("net", payload: [UInt8](repeating: 255, count: 1_500))
        bench.upload()
        let path = bench.folder + "/letters"
        #expect(try bench.channel.worker.exportDeadLetters(to: path) == 1)
        let text = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
        let letter = try JSONValue(parsing: Array(text.utf8.dropLast()))
        #expect(letter["payload"]?.stringValue == String(repeating: "/", count: 2_000))
        #expect(letter["type"]?.stringValue == "net" && letter["event"]?["REPORT_ID"]?.stringValue == bench.id(1))
    }
}

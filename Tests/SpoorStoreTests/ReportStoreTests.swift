import Foundation
import SpoorSQLite
import SpoorTesting
import Testing

@testable import SpoorStore

/// Records with a type and a payload, from the journal to their deletion.
struct ReportStoreTests {
    private let folder: TestFolder
    private let store: ChannelStore

    init() throws {
        self.folder = try TestFolder()
        self.store = try Fixture.open(self.folder)
    }

    private func payload(_ count: Int, _ byte: UInt8 = 7) -> [UInt8] { [UInt8](repeating: byte, count: count) }

    private func settle(_ count: Int, aside: [UInt64] = []) throws {
        try self.store.withRecords { records in
            let batch = try records.selectAndMark(maxCount: count, maxBytes: .max)
            try records.settle(batch: batch.id, deadLetters: aside.map { DeadLetterReason(sequence: $0, reason: "no") })
        }
    }

    @Test func metasAndPayloadsAreTakenApartAndJoinedByReportID() throws {
        self.store.append("an event")
        self.store.report("appCrash", "\"A\":1", payload: self.payload(5_000), class: .crash, recorded: 9)
        self.store.report("shop-order", "\"B\":2")
        #expect(self.store.inspect().inJournal[.crash]?.count == 1)
        let report = try self.store.drain()
        #expect(report.records == 3 && report.damaged == 0)
        let batch = try self.store.peek(order: .sequence)
        let producer = self.store.producer
        #expect(batch.rows.map(\.type) == [nil, "appCrash", "shop-order"])
        #expect(batch.rows.map(\.reportID) == [nil, "\(producer)-2", "\(producer)-3"])
        #expect(batch.rows.filter { !$0.isIntact }.isEmpty)
        let metas = batch.rows.map { String(decoding: batch.payload(of: $0), as: UTF8.self) }
        #expect(
            metas == [
                "1:an event", "{\"REPORT_ID\":\"\(producer)-2\",\"CREATE_TIME\":9,\"A\":1}",
                "{\"REPORT_ID\":\"\(producer)-3\",\"CREATE_TIME\":0,\"B\":2}",
            ]
        )
        #expect(batch.rows.map { batch.attachment(of: $0).map { Array($0) } } == [nil, self.payload(5_000), nil])
        let sizes = metas.map(\.utf8.count)
        #expect(self.store.counts.bytes == sizes.reduce(5_000, +))
        #expect(self.store.inspect().stored[.crash] == ClassTotal(count: 1, bytes: 5_000 + sizes[1]))
        #expect(try self.store.withRecords { try $0.recordTypes() } == ["appCrash", "shop-order"])
    }

    /// What a tracker stores is as before: nothing of it is in a table or an index of reports.
    @Test func anEventCostsNothingOfThis() throws {
        for number in 1...50 { self.store.append("\(number)") }
        try self.store.drain()
        try self.store.withRecords { (records: RecordStore) throws -> Void in
            for column in ["type", "report_id", "payload_bytes"] {
                #expect(try records.connection.integer("SELECT count(*) FROM meta WHERE \(column) IS NOT NULL") == 0)
            }
            for index in ["meta_by_type", "meta_by_report"] {
                let column = index == "meta_by_type" ? "type" : "report_id"
                let sql = "SELECT count(*) FROM meta INDEXED BY \(index) WHERE \(column) IS NOT NULL"
                #expect(try records.connection.integer(sql) == 0)
            }
            #expect(try records.recordTypes() == [])
        }
        #expect(try self.store.payloads() == 0)
    }

    /// A frame that cannot be taken apart costs itself alone, and is counted.
    @Test(arguments: [
        [], [1], [0, 0], [5, 0, 65], [1, 0, 65, 9, 0, 0, 0, 123, 125], [1, 0, 65, 255, 255, 255, 255],
        [1, 0, 255, 2, 0, 0, 0, 123, 125], [255, 255], [1, 0, 65, 0, 0, 0, 0], [1, 0, 65, 2, 0, 0, 0, 91, 93],
        [1, 0, 65, 2, 0, 0, 0, 123, 125], [1, 0, 65, 7, 0, 0, 0] + Array(#"{"A":1}"#.utf8),
        [1, 0, 65, 15, 0, 0, 0] + Array(#"{"REPORT_ID":""}"#.utf8),
        [1, 0, 65, 14, 0, 0, 0] + Array(#"{"REPORT_ID":"}"#.utf8),
    ])
    func aFrameThatCannotBeReadIsCountedAsDamaged(bytes: [UInt8]) throws {
        self.store.report("net")
        self.store.report(raw: bytes)
        self.store.report("net", payload: [1])
        let report = try self.store.drain()
        #expect(report.records == 2 && report.damaged == 1)
        #expect(try self.store.withRecords { try $0.losses() } == [Loss(.damaged, .tracked, count: 1)])
        #expect(try self.store.peek().sequences == [1, 3])
        #expect(self.store.counts.damaged == 1)
        #expect(self.store.nextSequence == 4)
    }

    @Test func aPayloadGoesWithItsRecordAndStaysWithADeadLetter() throws {
        for number in UInt8(1)...4 { self.store.report("net", payload: self.payload(1_000, number)) }
        try self.store.drain()
        try self.settle(2, aside: [2])
        #expect(try self.store.payloads() == 3)
        #expect(try self.store.hasTrueTotals())
        try self.store.withRecords { records in
            let letter = try #require(try records.deadLetters().first)
            #expect(letter.type == "net" && letter.payloadBytes == 1_000 && letter.payload == nil && letter.isIntact)
            #expect(letter.reportID == "\(self.store.producer)-2")
            var read: [[UInt8]?] = []
            try records.forEachDeadLetter { read.append($0.payload) }
            #expect(read == [self.payload(1_000, 2)])
            #expect(try records.resendDeadLetters() == 1)
        }
        let batch = try self.store.peek()
        #expect(batch.sequences == [2, 3, 4])
        #expect(batch.attachment(of: batch.rows[0]).map { Array($0) } == self.payload(1_000, 2))
        #expect(try self.store.hasTrueTotals())
        try self.settle(9, aside: [2, 3])
        #expect(try self.store.withRecords { try $0.purgeDeadLetters([3]) } == 1)
        #expect(try self.store.payloads() == 1)
        #expect(try self.store.withRecords { try $0.purgeDeadLetters() } == 1)
        #expect(try self.store.payloads() == 0 && self.store.counts.bytes == 0)
    }

    @Test func limitsCountPayloadsAndTakeThemWithTheirRecords() throws {
        for _ in 0..<10 { self.store.report("net", payload: self.payload(10_000)) }
        self.store.report("appCrash", payload: self.payload(10_000), class: .crash)
        var limits = StoreLimits()
        limits.bytes = 45_000
        #expect(try self.store.drain(limits: limits).lost == [.monitoring: 7])
        #expect(try self.store.payloads() == 4)
        #expect(try self.store.hasTrueTotals())
        #expect(try self.store.peek().sequences == [11, 8, 9, 10])
    }

    @Test(arguments: ["expire", "purge", "class", "clear", "withdraw"])
    func whateverDeletesRecordsDeletesTheirPayloads(way: String) throws {
        for _ in 0..<3 { self.store.report("net", payload: self.payload(2_000)) }
        try self.store.drain()
        try self.settle(1, aside: [1])
        try self.store.withRecords { try $0.markAge(1_000) }
        self.store.report("net", payload: self.payload(2_000))
        self.store.report("net", payload: self.payload(2_000), class: .crash)
        try self.store.drain()
        var withdrawal = Withdrawal()
        withdrawal.add([.monitoring: 3])
        let count = try self.store.withRecords { records -> Int in
            switch way {
            case "expire": try records.expire(madeBy: 1_000)[.monitoring] ?? 0
            case "purge": try records.purge(through: 3)
            case "class": try records.purge([.monitoring: 3])
            case "clear": try records.clear(before: 4)
            default: 2
            }
        }
        #expect(count == 2)
        if way == "withdraw" { try self.store.withdraw(withdrawal) }
        // Age leaves dead letters alone.
        #expect(try self.store.payloads() == (way == "expire" ? 3 : 2))
        #expect(try self.store.peek().sequences == [5, 4])
        #expect(try self.store.peek().rows.allSatisfy { $0.isIntact && $0.payload != nil })
        #expect(try self.store.hasTrueTotals())
        #expect(self.store.nextSequence == 6)
    }

    @Test func deadLettersKeepABoundedAmountOfPayload() throws {
        for _ in 0..<6 { self.store.report("net", payload: self.payload(10_000)) }
        try self.store.drain()
        try self.settle(6, aside: Array(1...6))
        var limits = StoreLimits()
        limits.deadLetterPayloadBytes = 35_000
        try self.store.drain(limits: limits)
        #expect(try self.store.withRecords { try $0.deadLetters().map(\.sequence) } == [6, 5, 4])
        #expect(try self.store.payloads() == 3)
        #expect(try self.store.withRecords { try $0.losses() } == [Loss(.deadLettersFull, .monitoring, count: 3)])
    }

    @Test func fieldsAreRemovedFromMetasAndWhatJoinsThemStays() throws {
        self.store.report("net", "\"APP_UID\":\"u\",\"properties\":{\"APP_UID\":1},\"N\":2", payload: [1, 2])
        self.store.append(#"{"APP_UID":1,"properties":{"APP_UID":2,"b":3}}"#)
        try self.store.drain()
        // The other tests' events have their number in front, which is no JSON.
        try self.store.withRecords { try $0.connection.execute("DELETE FROM meta WHERE seq = 2") }
        var withdrawal = Withdrawal()
        withdrawal.add(properties: ["APP_UID", "REPORT_ID", "MONITOR_TYPE"], through: 9)
        try self.store.withdraw(withdrawal)
        let batch = try self.store.peek()
        let meta = String(decoding: batch.payload(of: batch.rows[0]), as: UTF8.self)
        #expect(
            meta
                == "{\"REPORT_ID\":\"\(self.store.producer)-1\",\"CREATE_TIME\":0,\"properties\":{\"APP_UID\":1},\"N\":2}"
        )
        #expect(batch.rows[0].isIntact && batch.attachment(of: batch.rows[0]).map { Array($0) } == [1, 2])
        #expect(try self.store.hasTrueTotals())
    }

    @Test func bytesThatWereTakenBackAreInNoFile() throws {
        let secret = Array("the secret of the payload".utf8)
        self.store.report("net", payload: secret + self.payload(50_000))
        try self.store.drain()
        try self.store.purge()
        for name in try FileManager.default.subpathsOfDirectory(atPath: self.folder.path) {
            let data = FileManager.default.contents(atPath: "\(self.folder.path)/\(name)") ?? Data()
            #expect(data.range(of: Data(secret)) == nil, "\(name)")
        }
    }

    @Test(arguments: [
        "UPDATE meta SET type = 'appLag' WHERE seq = 2", "UPDATE meta SET report_id = 'x' WHERE seq = 2",
        "UPDATE meta SET payload_bytes = payload_bytes + 1 WHERE seq = 2",
        "UPDATE meta SET payload_bytes = NULL WHERE seq = 2", "UPDATE meta SET type = NULL WHERE seq = 2",
        "UPDATE payload SET bytes = x'0102' WHERE report_id LIKE '%-2'",
        "UPDATE payload SET bytes = zeroblob(100) WHERE report_id LIKE '%-2'",
        "UPDATE payload SET crc = crc + 1 WHERE report_id LIKE '%-2'",
        "UPDATE payload SET crc = NULL WHERE report_id LIKE '%-2'", "DELETE FROM payload WHERE report_id LIKE '%-2'",
        """
        DELETE FROM payload WHERE report_id LIKE '%-2';
        UPDATE payload SET report_id = (SELECT report_id FROM meta WHERE seq = 2) WHERE report_id LIKE '%-3'
        """,
    ])
    func everyChangeOfAReportIsNoticed(change: String) throws {
        for number in UInt8(1)...3 { self.store.report("net", payload: self.payload(100, number)) }
        try self.store.drain()
        #expect(try self.store.peek().rows.filter { !$0.isIntact }.isEmpty)
        try self.store.withRecords { try $0.connection.execute(change) }
        let damaged = try self.store.peek().rows.filter { !$0.isIntact }.map(\.sequence)
        #expect(damaged.contains(2) && Set(damaged).isSubset(of: [2, 3]))
        // It can be set aside and deleted like any other.
        try self.store.withRecords { records in
            let batch = try records.selectAndMark(maxCount: 9, maxBytes: .max)
            let letters = damaged.map { DeadLetterReason(sequence: $0, reason: "", isDamaged: true) }
            try records.settle(batch: batch.id, deadLetters: letters)
            #expect(try records.deadLetters().count == damaged.count)
            try records.purgeDeadLetters()
        }
        #expect(try self.store.payloads() == 0)
    }
}

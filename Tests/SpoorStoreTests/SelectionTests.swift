import SpoorSQLite
import SpoorTesting
import Testing

@testable import SpoorStore

/// Which records a batch takes; the defects are those of the library that the seed describes.
struct SelectionTests {
    private let folder: TestFolder
    private let store: ChannelStore

    init() throws {
        self.folder = try TestFolder()
        self.store = try Fixture.open(self.folder)
    }

    private func add(_ count: Int, _ type: String = "net", bytes: Int = 0, class recordClass: RecordClass? = nil) throws
    {
        for _ in 0..<count {
            self.store.report(
                type,
                payload: [UInt8](repeating: 1, count: bytes),
                class: recordClass ?? (type == "appCrash" ? .crash : .monitoring)
            )
        }
        try self.store.drain()
    }

    private func take(
        _ count: Int = .max,
        bytes: Int = .max,
        _ selection: RecordSelection = .init()
    ) throws -> RecordBatch {
        try self.store.withRecords {
            try $0.selectAndMark(maxCount: count, maxBytes: bytes, order: .crashFirst, selection: selection)
        }
    }

    @Test func aSelectionEndsWithANumber() throws {
        try self.add(3)
        try self.add(2, "appCrash")
        try self.add(2, "appLag")
        func sequences(_ through: UInt64, types: (@Sendable (String) -> Bool)? = nil) throws -> [UInt64] {
            try self.store.peek(RecordSelection(types: types, through: through)).sequences
        }
        #expect(try sequences(0).isEmpty)
        #expect(try sequences(3) == [1, 2, 3])
        #expect(try sequences(4) == [4, 1, 2, 3])
        #expect(try sequences(.max) == [4, 5, 1, 2, 3, 6, 7])
        #expect(try sequences(6, types: { $0 != "net" }) == [4, 5, 6])
        #expect(try sequences(3, types: { $0 != "net" }).isEmpty)
        #expect(try self.store.withRecords { try $0.newestSequence() } == 7)
    }

    @Test("Prism defect 1: the limit of records holds for crashes too, and what is left of it for the others")
    func crashesObeyTheCountLimit() throws {
        try self.add(5)
        try self.add(30, "appCrash")
        // Other numbers than 20, the budget's default, which the first design took for this limit.
        #expect(try self.take(23).sequences == Array(6...28))
        #expect(try self.take(9).sequences == Array(29...35) + Array(1...2))
    }

    @Test("Prism defect 5: a sibling that starts, clears and expires leaves marked records alone")
    func aSiblingsMarksStay() throws {
        try self.add(4)
        let flying = try self.take(3)
        let folder = try TestFolder()
        for _ in 0..<2 {
            let sibling = try Fixture.open(folder) { $0.random = { 77 } }
            for _ in 0..<4 { sibling.report("net", payload: [1]) }
            try sibling.drain()
            try sibling.withRecords { records in
                _ = try records.selectAndMark(maxCount: 2, maxBytes: .max)
                try records.markAge(5)
                try records.expire(madeBy: 9)
                try records.clear(before: 100)
            }
            sibling.close()
        }
        #expect(try self.take().sequences == [4])
        try self.store.withRecords { try $0.settle(batch: flying.id) }
        #expect(self.store.counts.records == 1)
    }

    @Test("Prism defect 5: what was under way when the process ended is there at the next start, oversize or not")
    func aLaunchDeletesNothingThatWasUnderWay() throws {
        try self.add(3)
        try self.add(1, bytes: 2_000_000)
        #expect(try self.take(4).sequences == [1, 2, 3, 4])
        let heir = try Fixture.open(try self.folder.snapshot())
        #expect(try heir.peek().sequences == [1, 2, 3, 4])
        #expect(try heir.payloads() == 1)
    }

    @Test(
        "Prism defect 7: no limit, however small, selects without bound or nothing for ever",
        arguments: [-5, 0, 1, 2]
    )
    func countsNearZeroAreNoWildcards(count: Int) throws {
        try self.add(4)
        #expect(try self.take(count).rows.count == max(0, count))
        #expect(try self.take(9, bytes: count).rows.count == (count >= 3 ? 1 : 1))
    }

    @Test(
        "Prism defect 7: a record over the limit comes alone, and what is behind it goes on",
        arguments: [true, false]
    )
    func anOversizeRecordStarvesNobody(isCrash: Bool) throws {
        try self.add(1)
        try self.add(1, isCrash ? "appCrash" : "net", bytes: 50_000)
        try self.add(2)
        var order: [[UInt64]] = []
        while case let batch = try self.take(9, bytes: 1_000), !batch.isEmpty {
            order.append(batch.sequences)
            if batch.bytes.count > 1_000 {
                #expect(batch.sequences == [2])
                let letter = DeadLetterReason(sequence: 2, reason: "too large")
                try self.store.withRecords { try $0.settle(batch: batch.id, deadLetters: [letter]) }
            } else {
                try self.store.withRecords { try $0.settle(batch: batch.id) }
            }
        }
        #expect(order == (isCrash ? [[2], [1, 3, 4]] : [[1], [2], [3, 4]]))
        #expect(try self.store.withRecords { try $0.deadLetters().map(\.sequence) } == [2])
        #expect(self.store.counts.records == 0)
    }

    @Test("Prism defect 8: crashes first, then the oldest first")
    func theOldestComeFirst() throws {
        try self.add(3)
        try self.add(1, "appCrash")
        try self.add(2, "appLag")
        try self.add(1, "appCrash")
        #expect(try self.take(3).sequences == [4, 7, 1])
        #expect(try self.take(3).sequences == [2, 3, 5])
        #expect(try self.take(3).sequences == [6])
    }

    @Test("Prism defect 10: what is taken once is not taken twice, also where the marking fails")
    func selectingMarks() throws {
        try self.add(6, bytes: 10)
        let first = try self.take(2)
        let second = try self.take(2)
        #expect(Set(first.sequences).isDisjoint(with: second.sequences))
        try self.store.withRecords { records in
            // A mark that is there already makes the whole selection fail: nothing of it is marked.
            try records.connection.execute("INSERT INTO in_flight VALUES(6, 99)")
            try records.connection.execute(
                "CREATE TRIGGER no_mark BEFORE INSERT ON in_flight WHEN NEW.seq = 5 "
                    + "BEGIN SELECT raise(ABORT, 'no'); END"
            )
            #expect(throws: SQLiteError.self) { try records.selectAndMark(maxCount: 9, maxBytes: .max) }
            try records.connection.execute("DROP TRIGGER no_mark")
            try records.connection.execute("DELETE FROM in_flight WHERE batch = 99")
        }
        #expect(try self.take().sequences == [5, 6])
    }

    @Test func typesThatAreNotSelectedStayAndEventsAlwaysGo() throws {
        try self.add(2, "net")
        try self.add(2, "appLag")
        self.store.append("an event")
        try self.add(1, "net")
        let onlyLag = RecordSelection(types: { $0 == "appLag" })
        #expect(try self.take(2, onlyLag).sequences == [3, 4])
        #expect(try self.take(9, onlyLag).sequences == [5])
        #expect(try self.take(9, onlyLag).isEmpty)
        #expect(try self.take(9).sequences == [1, 2, 6])
    }

    @Test func sizesCountWhatIsSent() throws {
        try self.add(4, "net", bytes: 3_000)
        try self.add(1, "appLag", bytes: 3_000)
        #expect(try self.take(9, bytes: 7_000).rows.count == 2)
        let none = RecordSelection(types: nil, payloads: .withRecords(types: { $0 == "appLag" }))
        let batch = try self.take(9, bytes: 7_000, none)
        #expect(batch.sequences == [3, 4, 5])
        #expect(batch.rows.map { $0.payload?.count } == [nil, nil, 3_000])
        // The payloads that were not asked for go with their records all the same.
        try self.store.withRecords { try $0.settle(batch: batch.id) }
        #expect(try self.store.payloads() == 2)
        #expect(try self.store.hasTrueTotals())
    }

    @Test func theTwoBodiesOfVersionOneDivideTheRecords() throws {
        try self.add(2, "net")
        try self.add(2, "net", bytes: 10)
        try self.add(2, "appLag", bytes: 10)
        self.store.append("an event")
        try self.add(1, "appCrash", bytes: 10)
        let sent: @Sendable (String) -> Bool = { $0 != "appLag" }
        let details = try self.store.peek(RecordSelection(types: nil, payloads: .only(types: sent)))
        #expect(details.sequences == [8, 3, 4] && details.rows.allSatisfy { $0.payload != nil })
        let metas = try self.store.peek(RecordSelection(types: nil, payloads: .none(types: sent)))
        #expect(metas.sequences == [1, 2, 5, 6, 7] && metas.rows.allSatisfy { $0.payload == nil })
        let cellular = RecordSelection(types: { $0 != "net" }, payloads: .only(types: sent))
        #expect(try self.store.peek(cellular).sequences == [8])
        let nothing = RecordSelection(types: nil, payloads: .only(types: { _ in false }))
        #expect(try self.store.peek(nothing).isEmpty)
    }

    /// Rules of any kind, in any order: everything is taken once, nothing starves.
    @Test(arguments: UInt64(1)...20)
    func everySelectionEndsWithNothingLeft(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let types = ["net", "appLag", "appBoot", "appCrash", "shop-order"]
        for _ in 0..<120 {
            let type = types[Int.random(in: 0..<types.count, using: &random)]
            let bytes = Int.random(in: 0..<4, using: &random) == 0 ? Int.random(in: 1...9_000, using: &random) : 0
            self.store.report(
                type,
                payload: [UInt8](repeating: 2, count: bytes),
                class: type == "appCrash" ? .crash : .monitoring
            )
        }
        try self.store.drain()
        var seen: [UInt64] = []
        let isSent: @Sendable (String) -> Bool = { $0.count % 2 == 0 }
        var empty = 0
        while empty < 2 {
            let payloads: PayloadSelection = empty == 0 ? .none(types: isSent) : .only(types: isSent)
            let limit = Int.random(in: 100...8_000, using: &random)
            let batch = try self.take(
                Int.random(in: 1...20, using: &random),
                bytes: limit,
                .init(types: nil, payloads: payloads)
            )
            if batch.isEmpty { empty += 1 }
            #expect(batch.bytes.count <= limit || batch.rows.count == 1)
            seen += batch.sequences
            try self.store.withRecords { try $0.settle(batch: batch.id) }
        }
        #expect(seen.sorted() == Array(1...120))
        #expect(try self.store.payloads() == 0)
        #expect(self.store.counts.bytes == 0)
    }

    @Test("Prism defect 12: ages are milliseconds throughout: 15 days are 15 days")
    func expiryCountsMilliseconds() throws {
        let day: Int64 = 86_400_000
        for number in Int64(0)...20 {
            try self.add(1, bytes: 10)
            try self.store.withRecords { try $0.markAge(number * day) }
        }
        let lost = try self.store.withRecords { try $0.expire(madeBy: (20 - 15) * day) }
        #expect(lost == [.monitoring: 6])
        #expect(try self.store.peek().sequences.first == 7)
        #expect(try self.store.withRecords { try $0.expire(madeBy: 5 * day + 86_400) } == [:])
        #expect(try self.store.payloads() == 15)
    }
}

import SpoorSQLite

@testable import SpoorStore

extension ChannelStore {
    /// Appends a report as a Prism channel does: the head names it, and stands in front of the meta.
    @discardableResult
    func report(
        _ type: String,
        _ fields: String = "\"N\":1",
        payload: [UInt8] = [],
        class recordClass: RecordClass = .monitoring,
        recorded: Int64 = 0
    ) -> AppendResult {
        let rest = Array("\(fields)}".utf8)
        return (rest + payload).withUnsafeBytes { body in
            self.appendReport(class: recordClass, maxHead: 256, body: body) { sequence, room in
                let start = Array("{\"REPORT_ID\":\"\(self.producer)-\(sequence)\",\"CREATE_TIME\":\(recorded),".utf8)
                var head: [UInt8] = []
                withUnsafeBytes(of: UInt16(type.utf8.count).littleEndian) { head += $0 }
                head += type.utf8
                withUnsafeBytes(of: UInt32(start.count + rest.count).littleEndian) { head += $0 }
                head += start
                room.copyBytes(from: head)
                return FrameHead(count: head.count, recorded: recorded)
            }
        }
    }

    /// Appends a report whose body is these bytes, whatever they are.
    @discardableResult
    func report(raw bytes: [UInt8]) -> AppendResult {
        bytes.withUnsafeBytes { body in
            self.appendReport(class: .monitoring, maxHead: 0, body: body) { _, _ in FrameHead(count: 0, recorded: 0) }
        }
    }

    /// What is selected, and given back at once.
    func peek(
        _ selection: RecordSelection = RecordSelection(),
        maxCount: Int = .max,
        maxBytes: Int = .max,
        order: RecordOrder = .crashFirst
    ) throws -> RecordBatch {
        try self.withRecords { records in
            let batch = try records.selectAndMark(
                maxCount: maxCount,
                maxBytes: maxBytes,
                order: order,
                selection: selection
            )
            try records.release(batch: batch.id)
            return batch
        }
    }

    /// How many payloads are stored.
    func payloads() throws -> Int {
        try self.withRecords { Int(try $0.connection.integer("SELECT count(*) FROM payload") ?? -1) }
    }

    /// Whether the totals that are kept are those of the tables.
    func hasTrueTotals() throws -> Bool {
        try self.withRecords { records in
            let kept = records.totals.filter { $0.value.count > 0 }
            try records.write { try records.recount() }
            return kept == records.totals.filter { $0.value.count > 0 }
        }
    }
}

extension RecordBatch {
    var sequences: [UInt64] { self.rows.map(\.sequence) }
}

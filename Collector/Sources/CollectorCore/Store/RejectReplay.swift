import Dispatch
import SpoorWire

/// Tries refused events again, each as a batch of its own.
struct RejectReplay {
    private static let pageSize = 500

    let store: EmbeddedStore
    let project: Project
    let now: Int64

    func run() throws -> ReplayReport {
        var report = ReplayReport()
        for record in try self.records() {
            guard record.index != nil, record.isWhole else {
                report.skipped += 1
                continue
            }
            guard let batch = self.decode(record), batch.rejects.isEmpty, batch.eventCount == 1 else {
                report.refused += 1
                continue
            }
            let receipt = try self.ingest(batch)
            report.stored += receipt.stored
            report.duplicate += receipt.duplicate
        }
        return report
    }

    /// All records, read before any is removed.
    private func records() throws -> [RejectRecord] {
        var records: [RejectRecord] = []
        while true {
            let page = try self.project.reader.rejects(limit: Self.pageSize, offset: records.count)
            records += page
            // In the order of their arrival.
            if page.count < Self.pageSize { return records.reversed() }
        }
    }

    private func decode(_ record: RejectRecord) -> DecodedBatch? {
        var batch = DecodedBatch(
            project: self.project.name,
            received: self.now,
            source: record.source,
            body: ByteBlock(record.raw)
        )
        // An array in the place of an event was refused as a whole, and is no batch now.
        guard JSONScanner(batch.body.bytes).kind() == .object else { return nil }
        batch.resolvedRejects = [record.id]
        return try? EventDecoder.decode(into: batch, hash: self.project.hash)
    }

    private func ingest(_ batch: DecodedBatch) throws -> IngestReceipt {
        let answer = Locked<Result<IngestReceipt, IngestFailure>>(.failure(.stopping))
        let answered = DispatchSemaphore(value: 0)
        self.store.ingest(batch) { result in
            answer.withLock { $0 = result }
            answered.signal()
        }
        answered.wait()
        return try answer.withLock { $0 }.get()
    }
}

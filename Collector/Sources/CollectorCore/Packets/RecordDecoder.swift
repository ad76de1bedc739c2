import SpoorWire

/// Turns the records of a packet into a batch: each becomes an event and is judged alone.
enum RecordDecoder {
    private struct Converted {
        /// The events as an array.
        let body: ByteBlock
        /// Their positions in the packet, and their types.
        let places: [(index: Int, type: String)]
        /// Records that cannot become events.
        let faults: [(index: Int, reason: String)]
    }

    static func decode(_ request: RecordsRequest, received: Int64, hash: SipHash) -> DecodedBatch {
        let converted = Self.convert(request)
        var batch = DecodedBatch(
            project: request.project,
            received: received,
            source: request.source,
            body: converted.body
        )
        if !converted.places.isEmpty {
            do throws(BodyFault) {
                batch = try EventDecoder.decode(into: batch, hash: hash)
                Self.place(&batch, at: converted.places.map(\.index))
            } catch {
                for place in converted.places { Self.refuse(place.index, error.description, request, &batch) }
            }
        }
        for fault in converted.faults { Self.refuse(fault.index, fault.reason, request, &batch) }
        batch.rejects.sort { ($0.index ?? 0) < ($1.index ?? 0) }
        let types = Dictionary(uniqueKeysWithValues: converted.places.map { ($0.index, $0.type) })
        for event in batch.events {
            let record = request.records[Int(event.index)]
            guard let payload = record.payload, let type = types[Int(event.index)] else { continue }
            batch.payloads.append(ReceivedPayload(reportID: record.reportID, type: type, bytes: payload))
        }
        return batch
    }

    private static func convert(_ request: RecordsRequest) -> Converted {
        let converter = RecordConverter(namespace: request.namespace)
        var writer = ByteWriter(capacity: 4_096)
        var places: [(index: Int, type: String)] = []
        var faults: [(index: Int, reason: String)] = []
        writer.append("[")
        for (index, record) in request.records.enumerated() {
            let start = writer.count
            if !places.isEmpty { writer.append(",") }
            do throws(RecordFault) {
                let event = try converter.append(record, to: &writer)
                places.append((index, event.type))
            } catch {
                writer.truncate(to: start)
                faults.append((index, error.description))
            }
        }
        writer.append("]")
        let body = writer.withBytes { ByteBlock(copying: $0) }
        return Converted(body: body, places: places, faults: faults)
    }

    /// Gives what was decoded the positions of the records.
    private static func place(_ batch: inout DecodedBatch, at places: [Int]) {
        func place(_ index: Int) -> Int { places.indices.contains(index) ? places[index] : index }
        for position in batch.events.indices {
            batch.events[position].index = Int32(truncatingIfNeeded: place(Int(batch.events[position].index)))
        }
        batch.rejects = batch.rejects.map { $0.placed(at: $0.index.map(place)) }
        batch.furtherRejections = batch.furtherRejections.map { Rejection(index: place($0.index), reason: $0.reason) }
    }

    private static func refuse(_ index: Int, _ reason: String, _ request: RecordsRequest, _ batch: inout DecodedBatch) {
        request.records[index].meta.withUnsafeBytes { batch.refuse(index: index, reason: reason, raw: $0) }
    }
}

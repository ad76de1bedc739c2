import SpoorStore
import SpoorWire

/// Making a body of what was taken.
extension ChannelWorker {
    /// What encoding a batch came to.
    enum Encoded: Equatable {
        /// The batch goes out, with ``UploadLane/body``; or without, and then ``UploadLane/encodingProblem`` says why.
        case ready
        /// The batch was given back; so many records, at most, are to be taken instead.
        case fewer(Int)
    }

    /// Makes the body of the batch that was taken.
    ///
    /// A batch that the form has no room for is given back and counts as no failure; a lone record, or one that cannot be
    /// written at all, becomes a dead letter.
    ///
    /// - Parameters:
    ///   - batch: what was taken.
    ///   - lane: the way it goes.
    /// - Returns: how to go on.
    /// - Throws: what the store throws.
    func encode(_ batch: RecordBatch, in lane: UploadLane) throws -> Encoded {
        lane.body = nil
        lane.encodingProblem = nil
        let count = batch.rows.count
        do throws(EncodingProblem) {
            lane.body = try self.encoding.body(of: batch, as: lane.part, flushTime: self.scheduler.wallMilliseconds)
            return .ready
        } catch {
            switch error {
            case .memory, .locked:
                lane.encodingProblem = error
                return .ready
            case .tooMany where count > 1:
                try self.release(batch)
                lane.batch = nil
                return .fewer(count / 2)
            case .tooMany:
                try self.settle(batch, deadLetters: [0], reason: .overForm, in: lane, deletesOthers: false)
                lane.batch = nil
                return .fewer(1)
            case .unreadable(let position):
                try self.settle(batch, deadLetters: [position], reason: .unreadable, in: lane, deletesOthers: false)
                lane.batch = nil
                return .fewer(max(1, count - 1))
            }
        }
    }

    /// Which records leave by a lane, and which payloads go with theirs.
    ///
    /// - Parameters:
    ///   - lane: the lane.
    ///   - types: says of a type whether its records may leave now; nil lets all.
    /// - Returns: the selection.
    func selection(of lane: UploadLane, types: (@Sendable (String) -> Bool)? = nil) -> RecordSelection {
        let rules = self.configuration.typeRules
        let isCarried = self.configuration.carriesPayloads
        let isSent: @Sendable (String) -> Bool = { isCarried && rules.rule(stored: $0).isUploadPayload }
        let payloads: PayloadSelection =
            switch lane.part {
            case .whole: .withRecords(types: isSent)
            case .metas: .none(types: isSent)
            case .details: .only(types: isSent)
            }
        // One that is set aside asks for a witness, whenever that was stored.
        let through = lane.setAside == nil ? self.reach.through : .max
        return RecordSelection(types: types, payloads: payloads, through: through)
    }

    /// Selects and marks what leaves by a lane; what can never travel is set aside on the way.
    ///
    /// - Parameters:
    ///   - maxCount: the most records.
    ///   - lane: the lane.
    ///   - types: as in ``selection(of:types:)``.
    /// - Returns: the batch; nil where nothing may leave.
    /// - Throws: what the store throws.
    func select(_ maxCount: Int, in lane: UploadLane, types: (@Sendable (String) -> Bool)? = nil) throws -> RecordBatch?
    {
        guard let store = self.store else { return nil }
        let selection = self.selection(of: lane, types: types)
        while true {
            let batch = try store.withRecords { records in
                try records.selectAndMark(
                    maxCount: maxCount,
                    maxBytes: self.configuration.maxBodyBytes,
                    order: self.configuration.kind == .prism ? .crashFirst : .sequence,
                    selection: selection
                )
            }
            guard let (positions, reason) = self.untravelled(batch) else { return batch.isEmpty ? nil : batch }
            // The others come back by their numbers (bug case O-11).
            try self.settle(batch, deadLetters: positions, reason: reason, in: lane, deletesOthers: false)
        }
    }

    /// The rows that must not travel, and why; nil where all may.
    private func untravelled(_ batch: RecordBatch) -> ([Int], UploadRefusal)? {
        let damaged = batch.rows.indices.filter { !batch.rows[$0].isIntact }
        if !damaged.isEmpty { return (damaged, .damaged) }
        let unreadable = batch.rows.indices.filter { !batch.isReadable($0) }
        if !unreadable.isEmpty { return (unreadable, .unreadable) }
        // A record over the limit comes alone. An event of a tracker is tried all the same.
        guard self.configuration.kind == .prism, batch.rows.count == 1,
            batch.bytes.count > self.configuration.maxBodyBytes
        else { return nil }
        return ([0], .overLimit)
    }
}

extension ChannelConfiguration {
    /// The rules in the form that is asked for types.
    package var typeRules: TypeRules {
        guard let rules = self.rules else { return .none }
        return TypeRules(
            rules.map { rule in
                TypeRules.Rule(
                    rule.type,
                    onlyWifi: rule.onlyWifi,
                    isRealtime: rule.isRealtime,
                    isUploadPayload: rule.isUploadPayload
                )
            },
            // The types of the defaults are those of monitoring; what business calls its records nobody has said.
            limitsBusiness: !self.hasDefaultRules
        )
    }
}

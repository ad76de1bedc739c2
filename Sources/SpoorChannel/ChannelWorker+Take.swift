import SpoorStore
import SpoorWire

/// Choosing what the next request carries.
extension ChannelWorker {
    /// Selects, marks and encodes the next batch, as far as network, budget and rules let it go.
    ///
    /// - Parameter maxCount: the most records.
    /// - Returns: what to tell the machine.
    func take(_ maxCount: Int) throws -> UploadMachine.Input {
        guard self.mayStartRequest else { return .outOfTime }
        guard self.store != nil else { return .taken(count: 0) }
        try self.carryOutUpgrade()
        try self.carryOutWithdrawal()
        let leave = self.askGate()
        self.leaveStatus = leave.status
        switch leave.answer {
        case .closed(let reason): return self.hold(reason)
        case .open: return try self.take(maxCount, types: nil, remaining: nil)
        case .openForTypes(let types, let remaining): return try self.take(maxCount, types: types, remaining: remaining)
        }
    }

    /// Takes fewer records until their body fits what is left of the budget; every round takes at least one less.
    private func take(_ maxCount: Int, types: TypeSelection?, remaining: Int64?) throws -> UploadMachine.Input {
        var count = self.configuration.debugMode == .off ? maxCount : 1
        while true {
            guard let batch = try self.select(count, types) else { return self.tookNothing(types) }
            self.batch = batch
            let body = self.encoding.body(of: batch, flushTime: self.scheduler.wallMilliseconds)
            self.body = body
            guard let remaining, let body else { return self.took(batch) }
            let bytes = self.request(count: batch.rows.count, body).bytesOnTheWire
            switch BudgetFit(bytes: bytes, count: batch.rows.count, remaining: remaining) {
            case .send:
                return self.took(batch)
            case .shrink(let fewer):
                count = fewer
                try self.giveBack(batch)
            case .wait:
                try self.giveBack(batch)
                return self.hold(.budgetSpent(bytes: Int64(self.configuration.dailyCellularBytes)))
            }
        }
    }

    private func took(_ batch: RecordBatch) -> UploadMachine.Input {
        self.holdReason = nil
        return .taken(count: batch.rows.count)
    }

    /// Nothing is there, or nothing that may go over this network.
    private func tookNothing(_ types: TypeSelection?) -> UploadMachine.Input {
        let isAside = self.setAside == nil ? 0 : 1
        guard types != nil, let store = self.store, store.counts.records > isAside else { return .taken(count: 0) }
        return self.hold(.onlyWifi)
    }

    private func giveBack(_ batch: RecordBatch) throws {
        try self.release(batch)
        self.batch = nil
        self.body = nil
    }

    /// Selects and marks; damaged rows are set aside on the way and never travel.
    private func select(_ count: Int, _ types: TypeSelection?) throws -> RecordBatch? {
        guard let store = self.store else { return nil }
        while true {
            let batch = try store.withRecords { records in
                try records.selectAndMark(
                    maxCount: count,
                    maxBytes: self.configuration.maxBodyBytes,
                    order: self.configuration.kind == .prism ? .crashFirst : .sequence,
                    selection: self.selection(types)
                )
            }
            // Damaged rows never travel: the others come back by their numbers (bug case O-11).
            let damaged = batch.rows.indices.filter { !batch.rows[$0].isIntact }
            guard damaged.isEmpty else {
                try self.settle(batch, deadLetters: damaged, reason: .damaged, deletesOthers: false)
                continue
            }
            let unreadable = batch.rows.indices.filter { !batch.isReadable($0) }
            guard unreadable.isEmpty else {
                try self.settle(batch, deadLetters: unreadable, reason: .unreadable, deletesOthers: false)
                continue
            }
            return batch.isEmpty ? nil : batch
        }
    }

    /// Which records may go over this network, and which payloads go with theirs.
    private func selection(_ types: TypeSelection?) -> RecordSelection {
        let rules = self.configuration.typeRules
        return RecordSelection(
            types: Self.filter(types),
            payloads: .withRecords(types: { rules.rule(stored: $0).isUploadPayload })
        )
    }

    private static func filter(_ types: TypeSelection?) -> (@Sendable (String) -> Bool)? {
        guard let types else { return nil }
        return { types.contains($0) }
    }

    /// The request that a body makes.
    func request(count: Int, _ body: UploadBody) -> UploadRequest {
        UploadRequest(
            url: self.configuration.uploadURL,
            headers: self.configuration.requestHeaders(count: count),
            body: body.bytes,
            timeout: self.requestTimeout
        )
    }
}

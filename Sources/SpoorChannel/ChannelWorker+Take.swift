import SpoorStore
import SpoorWire

/// Choosing what the next request carries.
extension ChannelWorker {
    /// Selects, marks and encodes the next batch, as far as network, budget and rules let it go.
    ///
    /// - Parameter maxCount: the most records.
    /// - Returns: what to tell the machine.
    /// - Throws: what the store throws.
    func take(_ maxCount: Int) throws -> UploadMachine.Input {
        guard self.mayStartRequest else { return .outOfTime }
        guard self.store != nil else { return .taken(count: 0, bytes: 0) }
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
            guard let batch = try self.select(count, types: Self.filter(types)) else {
                return try self.tookNothing(types)
            }
            self.batch = batch
            if case .fewer(let fewer) = try self.encode(batch, as: self.turn.part) {
                count = fewer
                continue
            }
            guard let remaining, let body = self.body else { return self.took(batch) }
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
        return .taken(count: batch.rows.count, bytes: batch.bytes.count)
    }

    /// Nothing is there, or nothing that may go over this network.
    private func tookNothing(_ types: TypeSelection?) throws -> UploadMachine.Input {
        guard types != nil, let store = self.store else { return .taken(count: 0, bytes: 0) }
        if self.setAside != nil {
            return store.counts.records > 1 ? self.hold(.onlyWifi) : .taken(count: 0, bytes: 0)
        }
        // What was stored since the run began is held up by nothing.
        let oldest = try store.withRecords { try $0.oldestSequence() } ?? .max
        return oldest <= self.reach.through ? self.hold(.onlyWifi) : .taken(count: 0, bytes: 0)
    }

    private func giveBack(_ batch: RecordBatch) throws {
        try self.release(batch)
        self.batch = nil
        self.body = nil
    }

    private static func filter(_ types: TypeSelection?) -> (@Sendable (String) -> Bool)? {
        guard let types else { return nil }
        return { types.contains($0) }
    }

    /// The request that a body makes.
    func request(count: Int, _ body: UploadBody) -> UploadRequest {
        UploadRequest(
            url: self.configuration.uploadURL(of: self.turn.part),
            headers: self.configuration.requestHeaders(count: count),
            body: body.bytes,
            timeout: self.requestTimeout
        )
    }
}

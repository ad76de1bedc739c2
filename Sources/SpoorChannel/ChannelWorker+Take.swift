import SpoorStore
import SpoorWire

/// Choosing what the next request carries.
extension ChannelWorker {
    /// Selects, marks and encodes the next batch, as far as network, budget and rules let it go.
    ///
    /// - Parameters:
    ///   - maxCount: the most records.
    ///   - lane: the way they go.
    /// - Returns: what to tell the machine.
    /// - Throws: what the store throws.
    func take(_ maxCount: Int, in lane: UploadLane) throws -> UploadMachine.Input {
        guard self.mayStartRequest else { return .outOfTime }
        guard self.store != nil else { return .taken(count: 0, bytes: 0) }
        try self.carryOutUpgrade()
        try self.carryOutWithdrawal()
        let leave = self.askGate()
        lane.leaveStatus = leave.status
        switch leave.answer {
        case .closed(let reason): return self.hold(reason, in: lane)
        case .open: return try self.take(maxCount, in: lane, types: nil, remaining: nil)
        case .openForTypes(let types, let remaining):
            return try self.take(maxCount, in: lane, types: types, remaining: remaining)
        }
    }

    /// Takes fewer records until their body fits what is left of the budget; every round takes at least one less.
    private func take(
        _ maxCount: Int,
        in lane: UploadLane,
        types: TypeSelection?,
        remaining: Int64?
    ) throws -> UploadMachine.Input {
        var count = self.configuration.debugMode == .off ? maxCount : 1
        while true {
            guard let batch = try self.select(count, in: lane, types: Self.filter(types)) else {
                return try self.tookNothing(in: lane, types)
            }
            lane.batch = batch
            if case .fewer(let fewer) = try self.encode(batch, in: lane) {
                count = fewer
                continue
            }
            guard let remaining, let body = lane.body else { return self.took(batch, in: lane) }
            let bytes = self.request(in: lane, count: batch.rows.count, body).bytesOnTheWire
            switch BudgetFit(bytes: bytes, count: batch.rows.count, remaining: remaining) {
            case .send:
                return self.took(batch, in: lane)
            case .shrink(let fewer):
                count = fewer
                try self.giveBack(batch, in: lane)
            case .wait:
                try self.giveBack(batch, in: lane)
                return self.hold(.budgetSpent(bytes: Int64(self.configuration.dailyCellularBytes)), in: lane)
            }
        }
    }

    private func took(_ batch: RecordBatch, in lane: UploadLane) -> UploadMachine.Input {
        lane.holdReason = nil
        return .taken(count: batch.rows.count, bytes: batch.bytes.count)
    }

    /// Nothing is there, or nothing that may go over this network.
    ///
    /// What was stored since the run began is held up by nothing.
    private func tookNothing(in lane: UploadLane, _ types: TypeSelection?) throws -> UploadMachine.Input {
        guard types != nil, let held = try self.select(1, in: lane) else {
            // The gate is open, and nothing is held up here any more.
            lane.holdReason = nil
            return .taken(count: 0, bytes: 0)
        }
        try self.release(held)
        return self.hold(.onlyWifi, in: lane)
    }

    private func giveBack(_ batch: RecordBatch, in lane: UploadLane) throws {
        try self.release(batch)
        lane.batch = nil
        lane.body = nil
    }

    private static func filter(_ types: TypeSelection?) -> (@Sendable (String) -> Bool)? {
        guard let types else { return nil }
        return { types.contains($0) }
    }

    /// The request that a body makes.
    func request(in lane: UploadLane, count: Int, _ body: UploadBody) -> UploadRequest {
        var request = UploadRequest(
            url: self.configuration.uploadURL(of: lane.part),
            headers: self.configuration.requestHeaders(count: count),
            body: body.bytes,
            timeout: self.requestTimeout
        )
        // In the background there is no time for an answer that comes in drops.
        if self.backgroundEnd != nil { request.grace = .zero }
        return request
    }
}

public import SpoorChannel

/// The queue on this device: what waits, what was set aside.
extension Tracker {
    /// How the queue is doing; calls that are held in memory until storage opens count as waiting.
    public func status() async -> ChannelStatus {
        var status = await self.channel.status()
        if let opening = self.openingState {
            status.waiting += opening.held
            status.storageProblem = status.storageProblem ?? opening.problem
        }
        return status
    }

    /// How many calls are held in memory, and why; nil once they are not.
    var openingState: (held: Int, problem: String)? {
        self.state.withLock { state in
            guard state.phase == .opening else { return nil }
            return (state.held.count, state.retry.said ?? "Storage is not open yet; events are held in memory.")
        }
    }

    /// What the queue holds: numbers by class, the oldest event, the wait that is on, what was lost.
    public func inspectQueue() async -> QueueInspection {
        await self.channel.inspect()
    }

    /// The newest events that were set aside because the server refuses them, newest first.
    ///
    /// - Parameter limit: the most to give.
    /// - Returns: the events; none until storage is open.
    public func deadLetters(limit: Int = 100) async -> [DeadLetterEvent] {
        await self.channel.deadLetters(limit: limit)
    }

    /// Writes all events that were set aside to a file, oldest first, one line of JSON each; they stay where they are.
    ///
    /// - Parameter path: the file; an older one is replaced.
    /// - Returns: how many.
    /// - Throws: an error whose description says why the queue cannot be read or the file not be written.
    @discardableResult
    public func exportDeadLetters(to path: String) async throws -> Int {
        try await self.channel.exportDeadLetters(to: path)
    }

    /// Puts events that were set aside back into the queue, under their own `_id`s and in their old order.
    ///
    /// - Parameter ids: which ones, by ``SpoorChannel/DeadLetterEvent/id``; nil takes all.
    /// - Returns: how many.
    @discardableResult
    public func resendDeadLetters(_ ids: [UInt64]? = nil) async -> Int {
        await self.channel.resendDeadLetters(ids)
    }

    /// Deletes events that were set aside.
    ///
    /// - Parameter ids: which ones, by ``SpoorChannel/DeadLetterEvent/id``; nil takes all.
    /// - Returns: how many.
    @discardableResult
    public func purgeDeadLetters(_ ids: [UInt64]? = nil) async -> Int {
        await self.channel.purgeDeadLetters(ids)
    }
}

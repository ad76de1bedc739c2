/// Looking into the queue, and what was set aside.
extension Channel {
    /// How the channel is doing; what waits counts the journal's part too.
    public func status() async -> ChannelStatus {
        await self.ask { $0.fullStatus() }
    }

    /// What the queue holds: numbers by class, the oldest record, the wait that is on, what was lost.
    public func inspect() async -> QueueInspection {
        await self.ask { $0.inspect() }
    }

    /// The newest dead letters, newest first.
    ///
    /// - Parameter limit: the most to give.
    /// - Returns: the letters; none where the queue is not open or cannot be read now, which the log says.
    public func deadLetters(limit: Int = 100) async -> [DeadLetterEvent] {
        await self.ask { $0.deadLetters(limit: limit) }
    }

    /// Writes all dead letters to a file, oldest first, one line of JSON each; they stay where they are.
    ///
    /// - Parameter path: the file; an older one is replaced.
    /// - Returns: how many.
    /// - Throws: an error whose description says why the queue cannot be read or the file not be written.
    @discardableResult
    public func exportDeadLetters(to path: String) async throws -> Int {
        try await self.ask { worker in Result { try worker.exportDeadLetters(to: path) } }.get()
    }

    /// Puts dead letters back into the queue, under their own `_id`s and in their old order.
    ///
    /// They are uploaded with the rest; age does not give them up.
    ///
    /// - Parameter ids: which ones; nil takes all.
    /// - Returns: how many.
    @discardableResult
    public func resendDeadLetters(_ ids: [UInt64]? = nil) async -> Int {
        await self.ask { $0.resendDeadLetters(ids) }
    }

    /// Deletes dead letters.
    ///
    /// - Parameter ids: which ones; nil takes all.
    /// - Returns: how many.
    @discardableResult
    public func purgeDeadLetters(_ ids: [UInt64]? = nil) async -> Int {
        await self.ask { $0.purgeDeadLetters(ids) }
    }
}

import Foundation
import SpoorStore

/// Looking into the queue, and what was set aside.
extension ChannelWorker {
    /// How the channel is doing, what waits in the journal included.
    func fullStatus() -> ChannelStatus {
        var status = self.status()
        guard let store = self.store else { return status }
        for total in store.inspect().inJournal.values {
            status.waiting += total.count
            status.waitingBytes += total.bytes
        }
        return status
    }

    /// What the queue holds.
    func inspect() -> QueueInspection {
        guard let store = self.store else {
            var inspection = QueueInspection()
            inspection.problems = [self.absence]
            return inspection
        }
        var inspection = QueueInspection(store.inspect(hasTypes: true), wall: self.scheduler.wallMilliseconds)
        if let meter = self.meter, inspection.cellularBytes != nil { inspection.cellularBytes = meter.used }
        inspection.clearWait()
        for lane in self.activeLanes { inspection.take(lane.machine.backoff, uptime: self.scheduler.uptime) }
        return inspection
    }

    /// The newest dead letters, newest first.
    func deadLetters(limit: Int) -> [DeadLetterEvent] {
        self.attempt([]) { try $0.deadLetters(limit: limit).map { DeadLetterEvent($0) } }
    }

    /// Writes all dead letters to a file, oldest first, a line each.
    func exportDeadLetters(to path: String) throws -> Int {
        // An older file stays what it is where there is nothing to replace it by.
        guard let store = self.store else {
            throw ChannelError("The dead letters cannot be read now: \(self.absence)")
        }
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else {
            throw ChannelError("The file '\(path)' cannot be written: name a folder that exists and may be written.")
        }
        defer { try? file.close() }
        var count = 0
        try store.withRecords { records in
            try records.forEachDeadLetter { letter in
                try file.write(contentsOf: Data((DeadLetterEvent(letter).line + "\n").utf8))
                count += 1
            }
        }
        return count
    }

    /// Puts dead letters back into the queue.
    func resendDeadLetters(_ ids: [UInt64]?) -> Int {
        let count = self.attempt(0) { try $0.resendDeadLetters(ids) }
        self.armTimer()
        return count
    }

    /// Deletes dead letters.
    func purgeDeadLetters(_ ids: [UInt64]?) -> Int {
        self.attempt(0) { try $0.purgeDeadLetters(ids) }
    }

    /// Why there is no storage to ask.
    private var absence: String { self.storageProblem ?? "The channel is closed." }

    private func attempt<Result>(_ fallback: Result, _ body: (RecordStore) throws -> Result) -> Result {
        guard let store = self.store else {
            self.environment.log("The dead letters cannot be read or changed now: \(self.absence)")
            return fallback
        }
        do {
            return try store.withRecords(body)
        } catch {
            self.environment.log("The dead letters cannot be read or changed now: \(error)")
            return fallback
        }
    }
}

/// Why a channel could not do what was asked.
public struct ChannelError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong and what to do, in a sentence.
    public let description: String

    init(_ description: String) { self.description = description }
}

#if canImport(ObjectiveC)
import Foundation

/// The queue on this device: what waits, what was set aside. Answers come on any thread.
extension SpoorTracker {
    /// Tells what the queue holds.
    ///
    /// - Parameter completion: gets the answer.
    @objc(inspectQueueWithCompletion:)
    public func inspectQueue(completion: @escaping @Sendable (SpoorQueueInspection) -> Void) {
        let tracker = self.tracker
        Task { completion(SpoorQueueInspection(await tracker.inspectQueue())) }
    }

    /// Gives the newest events that were set aside because the server refuses them, newest first.
    ///
    /// - Parameters:
    ///   - limit: the most to give.
    ///   - completion: gets the events; none until storage is open.
    @objc(deadLettersWithLimit:completion:)
    public func deadLetters(limit: Int, completion: @escaping @Sendable ([SpoorDeadLetter]) -> Void) {
        let tracker = self.tracker
        Task { completion(await tracker.deadLetters(limit: limit).map { SpoorDeadLetter($0) }) }
    }

    /// Writes all events that were set aside to a file, oldest first, one line of JSON each; they stay where they are.
    ///
    /// - Parameters:
    ///   - path: the file; an older one is replaced.
    ///   - completion: gets how many there were, and why the file could not be written; nil where it was.
    @objc(exportDeadLettersTo:completion:)
    public func exportDeadLetters(
        to path: String,
        completion: (@Sendable (_ count: Int, _ problem: (any Error)?) -> Void)?
    ) {
        let tracker = self.tracker
        Task {
            do {
                let count = try await tracker.exportDeadLetters(to: path)
                completion?(count, nil)
            } catch {
                completion?(0, error)
            }
        }
    }

    /// Puts events that were set aside back into the queue, in their old order.
    ///
    /// - Parameters:
    ///   - letters: which ones; nil takes all.
    ///   - completion: gets how many.
    @objc(resendDeadLetters:completion:)
    public func resendDeadLetters(_ letters: [SpoorDeadLetter]?, completion: (@Sendable (_ count: Int) -> Void)?) {
        let (tracker, ids) = (self.tracker, letters?.map(\.identifier))
        Task {
            let count = await tracker.resendDeadLetters(ids)
            completion?(count)
        }
    }

    /// Deletes events that were set aside.
    ///
    /// - Parameters:
    ///   - letters: which ones; nil takes all.
    ///   - completion: gets how many.
    @objc(purgeDeadLetters:completion:)
    public func purgeDeadLetters(_ letters: [SpoorDeadLetter]?, completion: (@Sendable (_ count: Int) -> Void)?) {
        let (tracker, ids) = (self.tracker, letters?.map(\.identifier))
        Task {
            let count = await tracker.purgeDeadLetters(ids)
            completion?(count)
        }
    }
}
#endif

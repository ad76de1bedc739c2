#if canImport(ObjectiveC)
public import Foundation

/// What the queue holds, and how it is doing, for Objective-C; see ``QueueInspection``.
@objc(SpoorQueueInspection)
public final class SpoorQueueInspection: NSObject, Sendable {
    /// How many events wait in all.
    @objc public let count: Int

    /// How many bytes wait in all.
    @objc public let bytes: Int

    /// How many events wait, by class: `crash`, `identity`, `tracked`, `automatic`, `monitoring`.
    @objc public let countByClass: [String: Int]

    /// When the oldest waiting event was recorded; nil without one.
    @objc public let oldest: Date?

    /// How many events were set aside.
    @objc public let deadLetters: Int

    /// What was lost and not yet reported, by reason.
    @objc public let losses: [String: Int]

    /// How many attempts failed in a row.
    @objc public let failures: Int

    /// How many seconds the next attempt still waits; zero where it does not.
    @objc public let backoff: TimeInterval

    /// What is wrong with the queue's folder, a sentence each.
    @objc public let problems: [String]

    /// All of it as JSON, for a log.
    @objc public let json: String

    init(_ inspection: QueueInspection) {
        self.count = inspection.count
        self.bytes = inspection.bytes
        self.countByClass = inspection.waiting.mapValues(\.count)
        self.oldest = inspection.oldestMilliseconds.map(ObjectTime.date)
        self.deadLetters = inspection.deadLetters
        self.losses = inspection.losses
        self.failures = inspection.failures
        self.backoff = ObjectTime.seconds(inspection.backoff)
        self.problems = inspection.problems
        self.json = inspection.json.jsonText
    }
}
#endif

#if canImport(ObjectiveC)
public import Foundation

/// An event that was set aside because the server refuses it, for Objective-C; see ``DeadLetterEvent``.
@objc(SpoorDeadLetter)
public final class SpoorDeadLetter: NSObject, Sendable {
    /// What it is called in calls about dead letters.
    @objc public let identifier: UInt64

    /// Its `_id` on the wire; nil where its bytes are damaged.
    @objc public let eventID: String?

    /// Why it was set aside, as a sentence.
    @objc public let reason: String

    /// The HTTP status that decided; zero where none did.
    @objc public let status: Int

    /// How dear it is: `crash`, `identity`, `tracked`, `automatic` or `monitoring`.
    @objc public let recordClass: String

    /// When it was recorded, by the device's clock.
    @objc public let recorded: Date

    /// When it was set aside, by the device's clock.
    @objc public let setAside: Date

    /// How many bytes it has.
    @objc public let bytes: Int

    /// The event as it would be sent.
    @objc public let json: String

    init(_ letter: DeadLetterEvent) {
        self.identifier = letter.id
        self.eventID = letter.eventID
        self.reason = letter.reason
        self.status = letter.status ?? 0
        self.recordClass = letter.recordClass
        self.recorded = ObjectTime.date(milliseconds: letter.recordedMilliseconds)
        self.setAside = ObjectTime.date(milliseconds: letter.setAsideMilliseconds)
        self.bytes = letter.bytes
        self.json = letter.json
    }
}
#endif

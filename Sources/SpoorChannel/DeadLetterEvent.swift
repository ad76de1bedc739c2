import SpoorStore
import SpoorWire

/// An event that was set aside, because the server refuses it or it cannot be sent.
public struct DeadLetterEvent: Equatable, Sendable {
    /// What it is called in calls about dead letters: its place among its producer's events.
    public let id: UInt64

    /// Its `_id` on the wire, or its `REPORT_ID`; nil where its bytes are damaged.
    public let eventID: String?

    /// Why it was set aside, as a sentence: the server's own where it gave one.
    public let reason: String

    /// The HTTP status that decided; nil where none did.
    public let status: Int?

    /// How dear it is: `crash`, `identity`, `tracked`, `automatic` or `monitoring`.
    public let recordClass: String

    /// When it was recorded, in milliseconds since 1970 by the device's clock.
    public let recordedMilliseconds: Int64

    /// When it was set aside, in milliseconds since 1970 by the device's clock.
    public let setAsideMilliseconds: Int64

    /// How many bytes it has, the payload of a report included.
    public let bytes: Int

    /// The full type of a report, such as `appCrash`; nil for an event.
    public let type: String?

    /// How many of the bytes are its payload.
    public let payloadBytes: Int

    /// Whether its bytes were changed on the device, so that it is never sent.
    public let isDamaged: Bool

    /// The event as it would be sent; damaged UTF-8 is repaired.
    public let json: String

    /// The payload, where it was read too.
    let payload: [UInt8]?

    init(_ letter: DeadLetter) {
        self.id = letter.sequence
        let event = try? JSONValue(parsing: letter.bytes)
        self.eventID = letter.reportID ?? event?["_id"]?.stringValue
        self.reason = letter.reason
        self.status = letter.status
        self.recordClass = "\(letter.recordClass)"
        self.recordedMilliseconds = letter.recorded
        self.setAsideMilliseconds = letter.setAside
        self.bytes = letter.bytes.count + letter.payloadBytes
        self.type = letter.type
        self.payloadBytes = letter.payloadBytes
        self.payload = letter.payload
        self.isDamaged = !letter.isIntact
        self.json = String(decoding: letter.bytes, as: UTF8.self)
    }

    /// The letter as one line of JSON: its facts, and the event as `event`, or as text where it is no JSON.
    ///
    /// Of a report also its `type`, and as an exported letter its `payload` in Base64.
    public var line: String {
        let event = try? JSONValue(parsing: self.json)
        var members: [JSONValue.Member] = [
            (key: "id", value: .integer(self.id)),
            (key: "reason", value: .string(self.reason)),
            (key: "status", value: self.status.map { .integer($0) } ?? .null),
            (key: "class", value: .string(self.recordClass)),
            (key: "recorded", value: .integer(self.recordedMilliseconds)),
            (key: "set_aside", value: .integer(self.setAsideMilliseconds)),
            (key: "damaged", value: .bool(self.isDamaged)),
            (key: "event", value: event ?? .string(self.json)),
        ]
        if let type = self.type { members.append((key: "type", value: .string(type))) }
        if let payload = self.payload {
            let text = payload.withUnsafeBytes { Base64.encode($0) }
            members.append((key: "payload", value: .string(String(decoding: text, as: UTF8.self))))
        }
        return JSONValue.object(members).jsonText
    }
}

import CollectorAnalysis
import CollectorCore
import SpoorWire

extension EventRecord {
    /// The event with each property as type and exact text, so that no browser rounds a number (bug case O-03).
    func json(_ instants: InstantText) -> JSONValue {
        [
            "cursor": .string(self.cursor.description),
            "event": .string(self.name),
            "type": .string(self.type),
            "user": .string(self.distinctID),
            "time": .integer(self.time),
            "timeText": .string(instants.text(self.time)),
            "received": .integer(self.received),
            "receivedText": .string(instants.text(self.received)),
            "timeSource": .string("\(self.timeSource)"),
            "deviceTime": .integer(self.deviceTime),
            "deviceTimeText": .string(instants.text(self.deviceTime)),
            "properties": .array(
                self.properties.map { property in
                    [
                        "name": .string(property.name),
                        "type": .string(property.value.typeName),
                        "value": .string(property.value.text),
                    ]
                }
            ),
            "json": .string(self.json),
        ]
    }
}

extension EventName {
    var json: JSONValue { ["name": .string(self.name), "count": .integer(self.count)] }
}

extension PropertyCatalog.Property {
    var json: JSONValue {
        [
            "name": .string(self.name),
            "count": .integer(self.count),
            "hasClash": .bool(self.hasClash),
            "types": .array(self.types.map { ["type": .string($0.name), "count": .integer($0.count)] }),
            "examples": .array(
                self.examples.map { ["type": .string($0.typeName), "value": .string($0.text)] }
            ),
        ]
    }
}

extension QualityCounters {
    var json: JSONValue {
        [
            "stored": .integer(self.stored),
            "duplicates": .integer(self.duplicates),
            "clashes": .integer(self.clashes),
            "rejected": .integer(self.rejected),
            "timesReplaced": .integer(self.timesReplaced),
            "linksRefused": .integer(self.linksRefused),
        ]
    }
}

extension RefusedLink {
    var json: JSONValue {
        [
            "identifier": .string(self.identifier),
            "login": .string(self.login),
            "owner": .text(self.owner),
            "count": .integer(self.count),
            "firstTime": .integer(self.firstTime),
        ]
    }
}

extension RejectRecord {
    func json(_ instants: InstantText) -> JSONValue {
        [
            "id": .integer(self.id),
            "received": .integer(self.received),
            "receivedText": .string(instants.text(self.received)),
            "index": self.index.map { .integer($0) } ?? .null,
            "reason": .string(self.reason),
            "source": .string(self.source),
            "raw": .string(String(decoding: self.raw, as: UTF8.self)),
            "rawLength": .integer(self.rawLength),
            "isWhole": .bool(self.isWhole),
        ]
    }
}

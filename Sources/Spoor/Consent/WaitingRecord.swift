import SpoorStore
import SpoorWire

extension ConsentState {
    /// An encoded event that waits for an answer.
    struct WaitingRecord: WaitingEntry {
        /// The event without its properties; its time, identity and class are those of the call.
        let draft: EventDraft
        /// Its encoded body.
        let body: [UInt8]
        /// The same event where it may tell of the visitor alone; nil where it needs analytics, and is lost without.
        let visitor: Visitor?

        /// Takes an event that waits.
        init(draft: EventDraft, body: [UInt8], visitor: Visitor? = nil) {
            self.draft = draft
            self.body = body
            self.visitor = visitor
        }

        /// An event that tells of the visitor alone.
        struct Visitor: Sendable {
            /// The ids to carry.
            let identityBytes: [UInt8]
            /// Its body; nil where it is the same.
            let body: [UInt8]?
        }

        /// How many bytes are kept.
        var size: Int { self.body.count + (self.visitor?.body?.count ?? 0) }

        /// The same telling of the visitor alone.
        var asVisitor: WaitingRecord {
            guard let visitor = self.visitor else { return self }
            var draft = self.draft
            draft.identityBytes = visitor.identityBytes
            return WaitingRecord(
                draft: draft,
                body: visitor.body ?? self.body,
                visitor: Visitor(identityBytes: visitor.identityBytes, body: nil)
            )
        }

        /// How dear it is.
        var recordClass: RecordClass { self.draft.recordClass }

        /// The same without some properties; itself where it has none of them.
        func without(_ names: Set<String>) -> WaitingRecord {
            guard self.draft.type != .profileUnset else { return self }
            return self.changingProperties { $0.removeAll { names.contains($0.key) } }
        }

        /// The same with other values of properties that it has.
        func replacing(_ values: [String: JSONValue]) -> WaitingRecord {
            self.changingProperties { properties in
                for index in properties.indices {
                    if let value = values[properties[index].key] { properties[index].value = value }
                }
            }
        }

        private func changingProperties(_ change: (inout [JSONValue.Member]) -> Void) -> WaitingRecord {
            let visitor = self.visitor.map { visitor in
                Visitor(
                    identityBytes: visitor.identityBytes,
                    body: visitor.body.map { Self.changingProperties(of: $0, change) }
                )
            }
            return WaitingRecord(
                draft: self.draft,
                body: Self.changingProperties(of: self.body, change),
                visitor: visitor
            )
        }

        private static func changingProperties(
            of body: [UInt8],
            _ change: (inout [JSONValue.Member]) -> Void
        ) -> [UInt8] {
            guard case .object(var members)? = try? JSONValue(parsing: [UInt8(ascii: "{")] + body),
                let place = members.firstIndex(where: { $0.key == "properties" }),
                case .object(let properties) = members[place].value
            else { return body }
            var changed = properties
            change(&changed)
            guard JSONValue.object(changed) != .object(properties) else { return body }
            members[place].value = .object(changed)
            // The brace in front is written with the event's head.
            return Array(JSONValue.object(members).jsonText.utf8.dropFirst())
        }
    }
}

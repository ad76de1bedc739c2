import SpoorStore
import SpoorWire

extension ConsentState {
    /// An encoded event that waits for an answer.
    struct WaitingRecord: Sendable {
        /// The event without its properties; its time, identity and class are those of the call.
        let draft: EventDraft
        /// Its encoded body.
        let body: [UInt8]

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
            guard case .object(var members)? = try? JSONValue(parsing: [UInt8(ascii: "{")] + self.body),
                let place = members.firstIndex(where: { $0.key == "properties" }),
                case .object(let properties) = members[place].value
            else { return self }
            var changed = properties
            change(&changed)
            guard JSONValue.object(changed) != .object(properties) else { return self }
            members[place].value = .object(changed)
            // The brace in front is written with the event's head.
            return WaitingRecord(draft: self.draft, body: Array(JSONValue.object(members).jsonText.utf8.dropFirst()))
        }
    }
}

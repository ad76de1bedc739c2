import SpoorWire

extension ConsentState {
    /// An encoded event that waits for an answer.
    struct WaitingRecord: Sendable {
        /// The event without its properties; its time, identity and class are those of the call.
        let draft: EventDraft
        /// Its encoded body.
        let body: [UInt8]

        /// The same without some properties; itself where it has none of them.
        func without(_ names: Set<String>) -> WaitingRecord {
            guard self.draft.type != .profileUnset,
                case .object(var members)? = try? JSONValue(parsing: [UInt8(ascii: "{")] + self.body),
                let place = members.firstIndex(where: { $0.key == "properties" }),
                case .object(let properties) = members[place].value
            else { return self }
            let left = properties.filter { !names.contains($0.key) }
            guard left.count < properties.count else { return self }
            members[place].value = .object(left)
            // The brace in front is written with the event's head.
            return WaitingRecord(draft: self.draft, body: Array(JSONValue.object(members).jsonText.utf8.dropFirst()))
        }
    }
}

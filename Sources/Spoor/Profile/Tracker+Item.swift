public import SpoorWire

/// What is known about things, such as the goods of a shop; they belong to no person (sensors protocol, 2.1).
extension Tracker {
    /// Sets facts about a thing.
    ///
    /// - Parameters:
    ///   - type: the kind of thing, by the rules for names.
    ///   - id: which one; not empty, at most 8192 bytes.
    ///   - properties: the facts.
    /// - Returns: what became of the change.
    @discardableResult
    public func itemSet(type: String, id: String, _ properties: Properties = Properties()) -> TrackAnswer {
        let own = PropertyCheck.checked(properties, origin: "item_set", names: Naming.check(name:), report: self.warn)
        return self.changeItem(EventDraft(.itemSet, own: own), EventDraft.Item(type: type, id: id))
    }

    /// Removes a thing.
    ///
    /// - Parameters:
    ///   - type: the kind of thing.
    ///   - id: which one.
    /// - Returns: what became of the change.
    @discardableResult
    public func itemDelete(type: String, id: String) -> TrackAnswer {
        self.changeItem(EventDraft(.itemDelete), EventDraft.Item(type: type, id: id))
    }

    private func changeItem(_ draft: EventDraft, _ item: EventDraft.Item) -> TrackAnswer {
        if let problem = Naming.check(name: item.type)?.description ?? Self.problem(withItemID: item.id) {
            let sentence = "'\(draft.type.rawValue)' was ignored: \(problem)"
            self.warn(sentence)
            return .dropped(.invalidArgument(sentence))
        }
        var draft = draft
        draft.item = item
        draft.identityBytes = []
        return self.record(draft)
    }

    private static func problem(withItemID id: String) -> String? {
        guard id.utf8.count <= Limits.maxIdentifierBytes else {
            return "The item's id has \(id.utf8.count) bytes; at most \(Limits.maxIdentifierBytes) are kept."
        }
        guard id.unicodeScalars.allSatisfy(\.properties.isWhitespace) else { return nil }
        return "The item's id is empty; hand in the one your backend knows it by."
    }
}

import SpoorStore
import SpoorWire

/// What a person refuses in a companion, told to the host.
extension Tracker {
    /// Notes for the host what was refused in this companion, and what that asks for; with the lock held.
    ///
    /// Where the person is to be forgotten, what was refused before is told again: the host may know another refusal.
    func tellHost(
        _ categories: Set<ConsentCategory>,
        _ choice: ConsentChoice,
        changed: Set<ConsentCategory>,
        _ state: TrackerState
    ) {
        guard self.configuration.isCompanion, choice != .grant else { return }
        let refused = choice.forgetsPerson ? categories : changed
        guard !refused.isEmpty else { return }
        self.write(
            [
                (key: StateKey.companionRefused, value: .categories(refused)),
                (key: StateKey.companionChoice, value: .string(choice.rawValue)),
            ],
            in: state
        )
    }

    /// Takes over what was refused in a companion, as if the call had been made here.
    func hear(_ change: [String: JSONValue]) {
        let refused = change[StateKey.companionRefused]?.categories ?? []
        guard !refused.isEmpty else { return }
        // Older companions told of one kind alone.
        let told = change[StateKey.companionChoice]?.stringValue.flatMap(ConsentChoice.init) ?? .refuse
        self.choose(refused, told == .grant ? .refuse : told)
    }
}

/// What an event does at the receiver; the `type` of the wire format.
public enum EventType: String, CaseIterable, Sendable {
    /// Something a person did.
    case track

    /// A login: joins an anonymous id with a login id.
    case trackSignup = "track_signup"

    /// Binds one more identity to the person.
    case trackIDBind = "track_id_bind"

    /// Takes an identity from the person.
    case trackIDUnbind = "track_id_unbind"

    /// Sets facts about the person.
    case profileSet = "profile_set"

    /// Sets facts that are not set yet.
    case profileSetOnce = "profile_set_once"

    /// Removes facts.
    case profileUnset = "profile_unset"

    /// Removes all facts.
    case profileDelete = "profile_delete"

    /// Adds texts to lists.
    case profileAppend = "profile_append"

    /// Adds to numbers.
    case profileIncrement = "profile_increment"

    /// Sets facts about a thing.
    case itemSet = "item_set"

    /// Removes a thing.
    case itemDelete = "item_delete"

    /// True for the types that carry an `event` name and count as something that happened.
    public var isTracked: Bool {
        switch self {
        case .track, .trackSignup, .trackIDBind, .trackIDUnbind: true
        default: false
        }
    }

    /// True for the types about things, which belong to no person.
    public var isItem: Bool { self == .itemSet || self == .itemDelete }
}

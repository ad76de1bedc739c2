/// Why a name was refused.
public struct NameProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// The rule that a name breaks.
    public enum Fault: Equatable, Sendable {
        /// There is no character.
        case empty

        /// There are more than ``Limits/maxNameLength`` bytes.
        case tooLong

        /// The first character is a digit.
        case beginsWithDigit

        /// A character is no ASCII letter, digit, `_` or `$`.
        case character

        /// The word is used by the wire format itself.
        case reserved

        /// The beginning is used by the receiver.
        case reservedPrefix

        /// The name begins with `$` and is no preset that an app may override.
        case preset

        /// The name is one of ``Naming/callProperties``, which only the call that records an event can give.
        case ofTheCall
    }

    /// The name as it was given.
    public let name: String

    /// The rule it breaks.
    public let fault: Fault

    /// Creates the problem of `name`.
    public init(name: String, fault: Fault) {
        self.name = name
        self.fault = fault
    }

    /// What is wrong with the name, and what to change.
    public var description: String {
        let shown = Limits.truncated(self.name, limit: 64)
        switch self.fault {
        case .empty:
            return "The name is empty; give it 1 to \(Limits.maxNameLength) characters."
        case .tooLong:
            return "The name '\(shown)' is longer than \(Limits.maxNameLength) characters; shorten it."
        case .beginsWithDigit:
            return "The name '\(shown)' begins with a digit; begin it with a letter, '_' or '$'."
        case .character:
            return "The name '\(shown)' may only hold ASCII letters, digits, '_' and '$'; rename it."
        case .reserved:
            return "The name '\(shown)' is reserved; choose another, such as 'my_\(shown)'."
        case .reservedPrefix:
            return "The name '\(shown)' begins with a reserved word (user_tag, user_group); rename it."
        case .preset:
            return "The name '\(shown)' begins with '$' but is no preset that an app may set; drop the '$'."
        case .ofTheCall:
            return "'\(shown)' is about one event alone; pass it with the call that records the event."
        }
    }
}

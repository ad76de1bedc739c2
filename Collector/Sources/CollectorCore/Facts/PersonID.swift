/// One person: a login id with the anonymous ids joined to it, or a single id that nobody has claimed.
///
/// Stable within one reading of the store; a later login may join an anonymous id to a person (bug case O-28).
public struct PersonID: Hashable, Comparable, Sendable {
    /// Dictionary id of the login id, or of the lone id.
    public let rawValue: Int64

    /// Creates the person that the identifier with this dictionary id stands for.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// Orders persons by the first arrival of their identifier.
    public static func < (left: PersonID, right: PersonID) -> Bool { left.rawValue < right.rawValue }
}

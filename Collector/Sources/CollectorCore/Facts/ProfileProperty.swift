/// One property of a person's profile.
public struct ProfileProperty: Equatable, Sendable {
    /// The property's name.
    public let key: String
    /// Its value as JSON text.
    public let json: String

    /// Creates a profile property from its parts.
    public init(key: String, json: String) {
        self.key = key
        self.json = json
    }
}

/// A request to join two identifiers that was refused, because it would have merged two people (bug case O-30).
public struct RefusedLink: Equatable, Sendable {
    /// The identifier that was to be joined.
    public let identifier: String
    /// The login id it was to be joined to.
    public let login: String
    /// The login id that it belongs to already, when it belongs to one.
    public let owner: String?
    /// How often this was asked.
    public let count: Int64
    /// When it was first asked, in milliseconds since 1970 UTC.
    public let firstTime: Int64

    /// Creates a refused link from its parts.
    public init(identifier: String, login: String, owner: String?, count: Int64, firstTime: Int64) {
        self.identifier = identifier
        self.login = login
        self.owner = owner
        self.count = count
        self.firstTime = firstTime
    }
}

public import SpoorWire

/// Where a tracker's configuration comes from while the app runs, and how often it is asked for.
public struct RemoteConfigurationOptions: Equatable, Sendable {
    /// The address that hands it out; nil takes the collector's own, `<endpoint>/v1/config`.
    ///
    /// The address is the app's alone: no document changes it.
    public var address: String?

    /// The keys that are built into the app.
    ///
    /// Without any, no document can change where records go and how they are encrypted. The default is none.
    public var keys: [VerifyingKey] = []

    /// The time between two requests; each is drawn anew from 80 to 120 % of it.
    ///
    /// The default is an hour, at least a minute, at most a week.
    public var interval: Duration = .seconds(3600)

    /// Creates options with the defaults.
    ///
    /// - Parameter address: the address that hands it out; nil takes the collector's own.
    public init(address: String? = nil) {
        self.address = address
    }
}

/// Everything a remote configuration needs to know.
public struct RemoteConfigurationSource: Sendable {
    /// The address that hands it out, project included; namespace and version are added.
    public var address: String

    /// The project that documents must be for.
    public var project: String

    /// The app's version.
    public var version: String

    /// The app's build.
    public var build: String

    /// The folder of the cache.
    public var folder: String

    /// The keys that are built into the app.
    public var signatures = SignatureCheck.none

    /// The time between two requests.
    public var interval: Duration = .seconds(3600)

    /// How long a request may take.
    public var timeout: Duration = .seconds(30)

    /// Header fields that go with each request, such as an access token.
    public var headers: [String: String] = [:]

    /// Names a source.
    ///
    /// - Parameters:
    ///   - address: the address that hands it out.
    ///   - project: the project that documents must be for.
    ///   - version: the app's version.
    ///   - build: the app's build.
    ///   - folder: the folder of the cache.
    public init(address: String, project: String, version: String, build: String, folder: String) {
        self.address = address
        self.project = project
        self.version = version
        self.build = build
        self.folder = folder
    }

    /// The full address of a request.
    var url: String {
        let fragment = self.address.firstIndex(of: "#") ?? self.address.endIndex
        let address = self.address[..<fragment]
        var query: [String] = []
        if !Self.names(address).contains("project") {
            query.append("project=\(ChannelConfiguration.escaped(self.project))")
        }
        query.append("v=\(ChannelConfiguration.escaped(self.version))")
        return address + (address.contains("?") ? "&" : "?") + query.joined(separator: "&")
    }

    private static func names(_ address: Substring) -> [Substring] {
        guard let mark = address.firstIndex(of: "?") else { return [] }
        return address[mark...].dropFirst().split(separator: "&").map { $0.prefix { $0 != "=" } }
    }
}

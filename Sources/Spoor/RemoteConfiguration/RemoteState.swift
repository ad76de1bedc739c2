import SpoorChannel
import SpoorWire

/// What the server's configuration says, and who wants to know.
struct RemoteState: Sendable {
    /// The tracker's own namespace.
    static let namespace = "tracker"

    /// Whether nothing is recorded at all.
    var isCollectionOff: Bool

    /// What fetches it; nil until storage is open, and where it is not asked for.
    var source: RemoteConfiguration?

    /// The document that holds; nil while the built-in configuration does.
    var document: ConfigurationDocument?

    /// Address and encryption that the last signed document set for the tracker's channel, in whatever version of the app;
    /// they hold until the next signed one, also where an unsigned one does not name the tracker.
    var kept = ChannelSettings()

    /// The time between uploads that the app chose while it runs.
    var chosenInterval: Duration?

    /// Whether a person sees the app, as far as was told; nil before the launch was.
    var isInFront: Bool?

    /// Who is told of each document.
    var observers: [@Sendable (ConfigurationDocument) -> Void] = []

    /// Creates the state before there is a document.
    init(_ configuration: ChannelConfiguration) {
        self.isCollectionOff = !configuration.isCollectionEnabled
    }

    /// The configuration that the channel runs by.
    func channel(_ builtIn: ChannelConfiguration) -> ChannelConfiguration {
        var configuration = builtIn
        if let interval = self.chosenInterval { configuration.uploadInterval = interval }
        configuration = configuration.applying(self.kept)
        guard let document = self.document, !document.unread.contains(Self.namespace) else { return configuration }
        return configuration.following(document.namespaces[Self.namespace] ?? ChannelSettings())
    }
}

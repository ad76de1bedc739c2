public import CollectorCore
import SpoorWire

/// The whole collector: store, routes and server, put together.
///
/// ```swift
/// var configuration = CollectorConfiguration(store: StoreSettings(folder: "data"))
/// configuration.http.port = 8106
/// let collector = try Collector(configuration)
/// print(collector.address)
/// collector.stop()
/// ```
public final class Collector: Sendable {
    /// The store behind the routes, for reading without HTTP.
    public let store: EmbeddedStore
    /// The routes, for requests that come without a socket.
    public let router: Router
    private let server: HTTPServer
    private let host: String

    /// Opens the store and starts to listen; events are taken from now on.
    ///
    /// - Throws: why the folder cannot be used or the address not be listened on.
    public init(_ configuration: CollectorConfiguration) throws {
        let store = try EmbeddedStore(settings: configuration.store)
        let metrics = Metrics()
        let keys = KeyStore(data: configuration.store.folder, now: configuration.store.now)
        let ingest = IngestRoutes(store: store, metrics: metrics, keys: keys)
        let configurations = ConfigurationStore(data: configuration.store.folder, now: configuration.store.now)
        let access = ConfigurationAccess(store: store, configurations: configurations, keys: keys)
        let answers = ConfigurationAnswers(configurations: configurations, keys: keys)
        // Apps and probes come by whatever name leads here; people come by a browser, which others can send.
        let programs =
            ingest.routes
            + PacketRoutes(ingest).routes
            + [ConfigurationRoute(access: access, answers: answers).route]
            + OperationRoutes(store: store, metrics: metrics).routes
        let people =
            ConfigurationAPI(access).routes + PayloadAPI(store: store).routes + configuration.routes(store)
        let hosts = HostRule(names: configuration.hostNames + [configuration.http.host])
        let router = Router(programs + people.map { $0.only(by: hosts) })
        do {
            self.server = try HTTPServer(configuration.http, router: router)
        } catch {
            store.stop()
            throw error
        }
        self.store = store
        self.router = router
        self.host = configuration.http.host
    }

    /// The port that is listened on, also where the system chose it.
    public var port: UInt16 { self.server.port }

    /// The address to send to, such as `http://127.0.0.1:8106`.
    public var address: String {
        "http://\(self.host.contains(":") ? "[\(self.host)]" : self.host):\(self.port)"
    }

    /// Takes nothing more, finishes and answers what was accepted, and closes the files.
    public func stop() {
        // Open requests are answered by the writer, so it goes last but before the server's threads end.
        self.server.quiesce()
        self.store.stop()
        self.server.stop()
    }
}

/// How a collector is set up.
public struct CollectorConfiguration: Sendable {
    /// The store: folder, projects, time zone.
    public var store: StoreSettings
    /// The server: host, port, limits.
    public var http = HTTPServerConfiguration()
    /// The collector's own names, by which people open its pages; an address and `localhost` need none.
    public var hostNames: [String] = []
    /// Further routes over the store, such as analyses and their pages.
    public var routes: @Sendable (any EventStore) -> [Route] = { _ in [] }

    /// Creates a configuration with the default server.
    public init(store: StoreSettings) {
        self.store = store
    }

    /// Whether a text can be one of ``hostNames``: a name without scheme and port.
    public static func isHostName(_ text: String) -> Bool { HostRule.isName(text) }
}

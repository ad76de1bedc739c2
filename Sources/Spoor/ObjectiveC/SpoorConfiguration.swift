#if canImport(ObjectiveC)
public import Foundation
import SpoorChannel
import SpoorWire

/// How a tracker is set up, for Objective-C; see ``TrackerConfiguration`` for what each setting means.
@objc(SpoorConfiguration)
public final class SpoorConfiguration: NSObject {
    /// The settings; Swift code may change those that have no property here.
    public var settings: TrackerConfiguration

    /// Creates a configuration with the defaults.
    ///
    /// - Parameters:
    ///   - endpoint: the collector's base address, such as `https://collector.example.com`.
    ///   - project: the project on the collector.
    @objc(initWithEndpoint:project:)
    public init(endpoint: String, project: String) {
        self.settings = TrackerConfiguration(endpoint: endpoint, project: project)
    }

    /// The instance's name; each has its own queue.
    @objc public var name: String {
        get { self.settings.name }
        set { self.settings.name = newValue }
    }

    /// The folder of the queues; nil takes the platform's place for app data.
    @objc public var folder: String? {
        get { self.settings.folder }
        set { self.settings.folder = newValue }
    }

    /// The id of a visitor who is not logged in; nil lets the tracker make one.
    @objc public var anonymousID: String? {
        get { self.settings.anonymousID }
        set { self.settings.anonymousID = newValue }
    }

    /// Whether `$AppStart` and `$AppEnd` are recorded as the app comes and goes; off unless set.
    @objc public var recordsAppStartAndEnd: Bool {
        get { self.settings.automaticEvents.isSuperset(of: [.appStart, .appEnd]) }
        set {
            if newValue {
                self.settings.automaticEvents.formUnion([.appStart, .appEnd])
            } else {
                self.settings.automaticEvents.subtract([.appStart, .appEnd])
            }
        }
    }

    /// Whether events carry a session's id, with the usual limits; off unless set.
    @objc public var usesSessions: Bool {
        get { self.settings.sessions != nil }
        set {
            guard newValue != self.usesSessions else { return }
            self.settings.sessions = newValue ? SessionConfiguration() : nil
        }
    }

    /// Seconds between uploads.
    @objc public var uploadInterval: TimeInterval {
        get { ObjectTime.seconds(self.settings.channel.uploadInterval) }
        set { self.settings.channel.uploadInterval = ObjectTime.duration(newValue) }
    }

    /// How many waiting events start an upload at once.
    @objc public var bulkSize: Int {
        get { self.settings.channel.bulkSize }
        set { self.settings.channel.bulkSize = newValue }
    }

    /// Header fields that go with each request, such as an access token; what is not text is left out.
    @objc public var headers: [AnyHashable: Any] {
        get { self.settings.channel.headers }
        set { self.settings.channel.headers = ObjectTexts.pairs(newValue) }
    }

    /// The channel the app came by, such as `App Store`; nil where it is not told.
    @objc public var marketChannel: String? {
        get { self.settings.marketChannel }
        set { self.settings.marketChannel = newValue }
    }

    /// Has a Prism channel made at the start, with the defaults, at the tracker's address.
    ///
    /// - Parameter namespace: the channel's name.
    @objc public func addChannel(_ namespace: String) {
        self.settings.channels[namespace] = self.settings.standardChannel
    }

    /// Whether the server is asked for a configuration; off unless set.
    @objc public var usesRemoteConfiguration: Bool {
        get { self.settings.remoteConfiguration != nil }
        set {
            guard newValue != self.usesRemoteConfiguration else { return }
            self.settings.remoteConfiguration = newValue ? RemoteConfigurationOptions() : nil
        }
    }

    /// Builds a key into the app: what it signed may change where records go, and how they are encrypted.
    ///
    /// - Parameters:
    ///   - id: the key's id.
    ///   - base64: the key, as the collector shows it.
    /// - Returns: whether the text is such a key.
    @discardableResult
    @objc public func trustConfigurationKey(_ id: String, base64: String) -> Bool {
        guard let key = try? VerifyingKey(id: id, base64: base64) else { return false }
        self.usesRemoteConfiguration = true
        self.settings.remoteConfiguration?.keys.append(key)
        return true
    }

    /// Sets who gets each warning, on any thread; without one they are printed to stderr.
    ///
    /// - Parameter handler: gets one sentence at a time.
    @objc public func setLogHandler(_ handler: @escaping @Sendable (String) -> Void) {
        self.settings.log = { message in handler(message.text) }
    }
}
#endif

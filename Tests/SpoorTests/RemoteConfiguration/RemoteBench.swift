import Foundation
import SpoorChannel
import SpoorTesting
import SpoorWire

/// A remote configuration on virtual time, with a scripted server and a folder of its own.
final class RemoteBench: Sendable {
    static let plain = #"{"namespaces":{"tracker":{"maxItem":7}}}"#

    let folder: String
    let scheduler = ManualScheduler()
    let server = FakeConfigurationServer()
    let transport: ScriptedTransport
    let log = Locked<[String]>([])
    let applied = Locked<[ConfigurationDocument]>([])
    let key: SigningKey

    init() throws {
        self.folder = NSTemporaryDirectory() + "spoor-remote-" + UUID().uuidString
        self.transport = self.server.transport(scheduler: self.scheduler)
        self.key = try SigningKey.generate(id: "k1")
    }

    deinit {
        self.scheduler.forgetWork()
        try? FileManager.default.removeItem(atPath: self.folder)
    }

    /// Starts one, as a run of the app does; it has read its cache, and nothing more.
    func start(
        version: String = "1.0",
        build: String = "1",
        _ change: (inout RemoteConfigurationSource) -> Void = { _ in }
    ) -> RemoteConfiguration {
        var source = RemoteConfigurationSource(
            address: "http://collector.test/v1/config",
            project: "shop",
            version: version,
            build: build,
            folder: self.folder
        )
        source.signatures = SignatureCheck([self.key.verifyingKey])
        change(&source)
        let remote = RemoteConfiguration(
            source: source,
            environment: ChannelEnvironment(
                scheduler: self.scheduler,
                transport: self.transport,
                random: { 1 << 63 },
                log: { text in self.log.withLock { $0.append(text) } }
            )
        ) { document in self.applied.withLock { $0.append(document) } }
        remote.begin()
        return remote
    }

    /// Starts one, launches the app and lets the first request be answered.
    func run(version: String = "1.0", build: String = "1") -> RemoteConfiguration {
        let remote = self.start(version: version, build: build)
        remote.launched()
        self.scheduler.advance(by: .seconds(11))
        return remote
    }

    /// Ends a run.
    func end(_ remote: RemoteConfiguration) {
        remote.stop()
        self.scheduler.settle()
        self.scheduler.forgetWork()
        self.applied.withLock { $0 = [] }
        self.log.withLock { $0 = [] }
    }

    var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: self.folder)) ?? []).sorted()
    }

    var said: [String] { self.log.withLock { $0 } }
}

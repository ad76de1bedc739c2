public import SpoorWire

/// The configuration that a server hands out: built-in default, then the cache of this version and build, then the
/// network after launch.
///
/// The handle is safe from any thread and never waits.
public final class RemoteConfiguration: Sendable {
    let scheduler: any Scheduler
    let worker: RemoteConfigurationWorker

    /// Creates it; nothing is read or fetched before ``begin()``.
    ///
    /// - Parameters:
    ///   - source: where the configuration comes from.
    ///   - environment: clocks, network and randomness.
    ///   - apply: gets each document that holds from now on, on the scheduler.
    public init(
        source: RemoteConfigurationSource,
        environment: ChannelEnvironment,
        apply: @escaping @Sendable (ConfigurationDocument) -> Void
    ) {
        self.scheduler = environment.scheduler
        self.worker = RemoteConfigurationWorker(source: source, environment: environment, apply: apply)
    }

    /// Reads the cache, and applies what it holds before it returns.
    ///
    /// Call it on the scheduler, once; it reads files.
    public func begin() {
        self.worker.begin()
    }

    /// The addresses and encryptions, by namespace, that hold after ``begin()`` while there is no document: those of the
    /// last signed one, which another version of the app took.
    ///
    /// Call it on the scheduler.
    package var protectedSettings: [String: ChannelSettings] { self.worker.judge.protectedSettings }

    /// Tells that the app has launched: from now on the network may be used.
    ///
    /// - Parameter inFront: whether a person sees the app; if not, nothing is fetched until it comes to the front.
    public func launched(inFront: Bool = true) {
        self.scheduler.async {
            if !inFront { self.worker.handle(.leftFront) }
            self.worker.handle(.launched)
        }
    }

    /// Tells that the app came to the front; a fetch that is due is made.
    public func enterForeground() {
        self.scheduler.async { self.worker.handle(.enteredFront) }
    }

    /// Tells that the app left the front; nothing is fetched meanwhile.
    public func enterBackground() {
        self.scheduler.async { self.worker.handle(.leftFront) }
    }

    /// Fetches the configuration now; without effect before the launch, and while the server wants us to wait.
    public func refresh() {
        self.scheduler.async { self.worker.handle(.refresh) }
    }

    /// The document that holds; nil while there is none and the built-in defaults do.
    public var document: ConfigurationDocument? { self.worker.inForce.withLock { $0 } }

    /// Ends it; what a request still brings changes nothing.
    public func stop() {
        self.scheduler.async { self.worker.stop() }
    }
}

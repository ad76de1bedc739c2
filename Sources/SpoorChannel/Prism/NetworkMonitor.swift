/// What can tell the network's kind.
public protocol NetworkMonitor: Sendable {
    /// The network now; asked on a channel's queue, so it may read files.
    var status: NetworkStatus { get }

    /// Tells `handler`, on any thread, that the status may be another one now.
    ///
    /// - Returns: what ends it, when cancelled or let go.
    func observe(_ handler: @escaping @Sendable () -> Void) -> NetworkObservation
}

/// Keeps a handler told of changes for as long as somebody holds it.
public final class NetworkObservation: Sendable {
    private let end: @Sendable () -> Void

    /// Creates an observation that `end` ends; it may be called more than once.
    public init(_ end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    deinit {
        self.end()
    }

    /// Ends it; the handler may still be running on another thread.
    public func cancel() {
        self.end()
    }
}

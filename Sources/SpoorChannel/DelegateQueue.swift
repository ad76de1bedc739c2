import Dispatch
import Foundation

/// The queue on which a session calls its delegate.
enum DelegateQueue {
    /// Makes one.
    static func make() -> OperationQueue {
        #if canImport(FoundationNetworking)
        let queue = BoundedQueue()
        #else
        let queue = OperationQueue()
        #endif
        queue.maxConcurrentOperationCount = 1
        return queue
    }
}

#if canImport(FoundationNetworking)
/// A queue that lets whoever adds to it wait while much waits there.
///
/// Foundation on Linux reads a connection as fast as it brings bytes and adds a call of the delegate for each piece. From a
/// fast server hundreds of megabytes came to wait here, and the session was too busy to cancel the request.
private final class BoundedQueue: OperationQueue, @unchecked Sendable {
    private static let most = 16
    /// Begun with nothing: a semaphore must not end below what it began with.
    private let room = DispatchSemaphore(value: 0)

    override init() {
        super.init()
        for _ in 0..<Self.most { self.room.signal() }
    }

    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        self.room.wait()
        super.addOperation { [room] in
            block()
            room.signal()
        }
    }
}
#endif

import SpoorWire

/// Those who want to be told of another network.
package final class NetworkObservers: Sendable {
    private struct State {
        var handlers: [Int: @Sendable () -> Void] = [:]
        var next = 0
    }

    private let state = Locked(State())

    /// Creates an empty list.
    package init() {}

    /// Adds a handler until the observation ends.
    package func add(_ handler: @escaping @Sendable () -> Void) -> NetworkObservation {
        let id = self.state.withLock { state in
            state.next += 1
            state.handlers[state.next] = handler
            return state.next
        }
        return NetworkObservation { [weak self] in self?.remove(id) }
    }

    /// Tells all of them, in the order they came, with no lock held.
    package func tell() {
        let handlers = self.state.withLock { state in state.handlers.sorted { $0.key < $1.key }.map(\.value) }
        for handler in handlers { handler() }
    }

    private func remove(_ id: Int) {
        // Let go outside of the lock: what the handler holds may have a deinitializer that comes back here.
        _ = self.state.withLock { $0.handlers.removeValue(forKey: id) }
    }
}

import SpoorWire

@testable import SpoorCommand

/// A clock that goes on by its pauses alone.
final class ManualCommandClock: Sendable {
    private let state = Locked((uptime: Duration.zero, pauses: 0))
    private let onPause: @Sendable (Int) async -> Void

    /// Creates a clock.
    ///
    /// - Parameter onPause: what happens during a pause; gets its number, from 1 on.
    init(onPause: @escaping @Sendable (Int) async -> Void = { _ in }) {
        self.onPause = onPause
    }

    var uptime: Duration { self.state.withLock { $0.uptime } }
    var pauses: Int { self.state.withLock { $0.pauses } }

    var clock: CommandClock {
        CommandClock(
            uptime: { self.uptime },
            pause: { length in
                let number = self.state.withLock { state in
                    state.uptime += length
                    state.pauses += 1
                    return state.pauses
                }
                await self.onPause(number)
            }
        )
    }
}

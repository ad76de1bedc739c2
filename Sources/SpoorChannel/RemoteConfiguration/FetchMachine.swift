/// When the configuration is fetched: after launch at a random moment, then by a jittered interval, after failures by
/// growing waits.
///
/// A value: events go in, actions come out; time and randomness are handed in.
struct FetchMachine: Equatable, Sendable {
    /// What happens to it.
    enum Input: Equatable, Sendable {
        /// The app has launched: from now on the network may be used.
        case launched
        /// The app came to the front.
        case enteredFront
        /// The app left the front: nothing is fetched until it is back.
        case leftFront
        /// Somebody wants the configuration now.
        case refresh
        /// A ``Action/wake(after:)`` is over.
        case woke
        /// The server's document holds, a new one or the one that is known.
        case succeeded
        /// There was no usable document; `asked` is how long the server wants us to wait.
        case failed(asked: Duration?)
    }

    /// What to do.
    enum Action: Equatable, Sendable {
        /// Ask the server.
        case fetch
        /// Come back with ``Input/woke`` after a while; an earlier request for this is void.
        case wake(after: Duration)
        /// Keep the wait, so that a restart does not break it.
        case keepWait
    }

    /// The world at the moment of an input.
    struct Moment: Sendable {
        /// Time since some start, the device's sleep included.
        var time: Duration
        /// A number in 0..<1.
        var random: Double
    }

    /// How far first requests after the launch are spread.
    static let startSpread: Duration = .seconds(10)

    /// The wait after the first failure; it doubles up to the interval.
    static let firstWait: Duration = .seconds(15)

    /// The shortest interval.
    static let shortestInterval: Duration = .seconds(60)

    /// The longest interval.
    static let longestInterval: Duration = .seconds(7 * 24 * 3600)

    /// The time between two requests, before the jitter.
    let interval: Duration

    private(set) var failures = 0
    private(set) var due: Duration = .zero
    private(set) var isAskedByServer = false
    private var hasLaunched = false
    private var isInFront = true
    private var isFetching = false

    init(interval: Duration) {
        self.interval = min(max(interval, Self.shortestInterval), Self.longestInterval)
    }

    /// Takes up a wait that the server asked for in an earlier run.
    mutating func restore(waitUntil due: Duration, failures: Int) {
        self.due = due
        self.failures = failures
        self.isAskedByServer = true
    }

    mutating func handle(_ input: Input, at moment: Moment) -> [Action] {
        switch input {
        case .launched:
            guard !self.hasLaunched else { return [] }
            self.hasLaunched = true
            self.due = max(self.due, moment.time + Self.startSpread * moment.random)
            return self.isInFront ? [.wake(after: self.due - moment.time)] : []
        case .enteredFront:
            self.isInFront = true
            return self.look(at: moment)
        case .leftFront:
            self.isInFront = false
            return []
        case .woke:
            return self.look(at: moment)
        case .refresh:
            guard self.hasLaunched, !self.isFetching, !self.isAskedByServer || moment.time >= self.due else {
                return []
            }
            self.isFetching = true
            return [.fetch]
        case .succeeded:
            let hadWait = self.isAskedByServer
            self.isFetching = false
            self.failures = 0
            self.isAskedByServer = false
            self.due = moment.time + self.interval * (0.8 + 0.4 * moment.random)
            return (hadWait ? [.keepWait] : []) + [.wake(after: self.due - moment.time)]
        case .failed(let asked):
            return self.fail(asked: asked, at: moment)
        }
    }

    private mutating func look(at moment: Moment) -> [Action] {
        guard self.hasLaunched, self.isInFront, !self.isFetching else { return [] }
        guard moment.time >= self.due else { return [.wake(after: self.due - moment.time)] }
        self.isFetching = true
        return [.fetch]
    }

    private mutating func fail(asked: Duration?, at moment: Moment) -> [Action] {
        let hadWait = self.isAskedByServer
        self.isFetching = false
        self.failures = min(self.failures + 1, 1_000)
        let full = min(Self.firstWait * (1 << min(self.failures - 1, 20)), self.interval)
        // A server that asks for no time at all does not switch our own wait off.
        let own = full * (0.5 + moment.random / 2)
        let asked = asked ?? .zero
        self.isAskedByServer = asked > .zero
        let wait = max(own, asked)
        self.due = moment.time + wait
        return (hadWait || self.isAskedByServer ? [.keepWait] : []) + [.wake(after: wait)]
    }
}

import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

extension TestBench {
    /// The events of a name that have arrived.
    func events(_ name: String) -> [JSONValue] {
        self.collector.events.filter { $0["event"]?.stringValue == name }
    }

    /// The only event of a name; its properties.
    func properties(_ name: String) throws -> JSONValue {
        let events = self.events(name)
        try #require(events.count == 1, "there are \(events.count) events named \(name)")
        return try #require(events.first?["properties"])
    }

    /// What `event_duration` says on the only event of a name.
    func duration(_ name: String) throws -> Double? {
        try self.properties(name)["event_duration"]?.doubleValue
    }

    /// The session of each event that has arrived, in order.
    var sessions: [String?] {
        self.collector.events.map { $0["_session"]?.stringValue }
    }

    /// The warnings that contain a text.
    func warnings(_ text: String) -> Int {
        self.log.withLock { $0.filter { $0.contains(text) }.count }
    }

    /// Ends the process as `kill -9` does: nothing is told, nothing is moved, only what lies in the folder stays.
    func kill(_ tracker: inout Tracker?) {
        self.scheduler.forgetWork()
        tracker = nil
    }
}

/// A virtual clock that also moves by itself, one millisecond each time awake time is read.
final class TickingScheduler: Scheduler {
    let base: ManualScheduler
    private let ticks = Locked<Int64>(0)

    init(_ base: ManualScheduler) {
        self.base = base
    }

    var wallMilliseconds: Int64 { self.base.wallMilliseconds }

    var uptime: Duration {
        self.base.uptime
            + .milliseconds(
                self.ticks.withLock { ticks in
                    ticks += 1
                    return ticks
                }
            )
    }

    var continuousTime: Duration { self.base.continuousTime }

    func async(_ work: @escaping @Sendable () -> Void) {
        self.base.async(work)
    }

    func run(waitingAtMost limit: Duration, _ work: @escaping @Sendable () -> Void) -> Bool {
        self.base.run(waitingAtMost: limit, work)
    }

    func runBeside(_ work: @escaping @Sendable () -> Void) {
        self.base.runBeside(work)
    }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> any ScheduledWork {
        self.base.schedule(after: delay, work)
    }
}

/// A source that tells what a test says.
final class ScriptedLifeCycle: AppLifeCycleSource {
    private let handler = Locked<(@Sendable (AppLifeCycleEvent) -> Void)?>(nil)
    private let first: [AppLifeCycleEvent]

    init(first: AppLifeCycleEvent...) {
        self.first = first
    }

    /// Whether the tracker listens.
    var isStarted: Bool { self.handler.withLock { $0 != nil } }

    func start(_ handler: @escaping @Sendable (AppLifeCycleEvent) -> Void) {
        self.handler.withLock { $0 = handler }
        for event in self.first { handler(event) }
    }

    func stop() {
        self.handler.withLock { $0 = nil }
    }

    func tell(_ events: AppLifeCycleEvent...) {
        let handler = self.handler.withLock { $0 }
        for event in events { handler?(event) }
    }
}

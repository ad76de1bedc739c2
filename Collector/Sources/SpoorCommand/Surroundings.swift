/// What a command touches of the world outside.
struct Surroundings: Sendable {
    /// Where it writes.
    let console: Console
    /// How it reaches a collector.
    let fetch: CollectorClient.Fetch
    /// How it asks a collector to change something.
    var change: CollectorClient.Change = CollectorClient.changeByURLSession
    /// How it waits.
    var clock: CommandClock = .system
}

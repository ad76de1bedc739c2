/// What a command touches of the world outside.
struct Surroundings: Sendable {
    /// Where it writes.
    let console: Console
    /// How it reaches a collector.
    let fetch: CollectorClient.Fetch
}

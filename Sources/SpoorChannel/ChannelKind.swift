/// What a channel carries.
public enum ChannelKind: String, Equatable, Sendable {
    /// A tracker's events.
    case tracker

    /// Records of monitoring or business, as seed 004 describes them.
    case prism

    /// The shortest time between uploads.
    var shortestInterval: Duration {
        switch self {
        case .tracker: .seconds(5)
        case .prism: .seconds(1)
        }
    }

    /// The longest time between uploads.
    var longestInterval: Duration {
        switch self {
        case .tracker: .seconds(24 * 3600)
        case .prism: .seconds(30)
        }
    }

    /// The most records of one batch.
    var largestBatch: Int {
        switch self {
        case .tracker: 10_000
        case .prism: 100
        }
    }
}

/// Asks how many people walk through a row of steps.
///
/// Events are taken in the order of time, then of the sender's sequence, then of arrival (bug case O-38). One event fills
/// one step; every start is considered, and the attempt that reaches furthest counts (O-39). The steps after the first
/// must follow within the window, counted from the first and including its last millisecond. Starts lie in the range;
/// what follows may lie after it.
public struct FunnelQuery: Equatable, Sendable {
    /// People whose furthest attempt ended in a certain way.
    public enum Members: Equatable, Sendable {
        /// Everyone who reached the step, numbered from 1.
        case reached(step: Int)
        /// Everyone who reached the step before and not this one, numbered from 2.
        case dropped(beforeStep: Int)
    }

    /// When the first step must happen, in milliseconds.
    public var range: Range<Int64>
    /// The steps, 2 to 20.
    public var steps: [EventSelector]
    /// The time from the first step to the last, in milliseconds, inclusive.
    public var windowMilliseconds: Int64
    /// Whom to list, if anyone.
    public var members: Members?

    /// The numbers of steps that a funnel can have.
    public static let stepCounts = 2...20

    /// Creates a query.
    ///
    /// - Throws: ``AnalysisError`` where the steps or the window are out of bounds.
    public init(
        range: Range<Int64>,
        steps: [EventSelector],
        windowMilliseconds: Int64,
        members: Members? = nil
    ) throws(AnalysisError) {
        guard FunnelQuery.stepCounts.contains(steps.count), steps.allSatisfy({ $0.name != nil }) else {
            throw .invalid("steps", "A funnel has 2 to 20 steps, each with an event's name; \(steps.count) were given.")
        }
        // A hundred years keeps all sums far from overflow.
        guard windowMilliseconds > 0, windowMilliseconds <= 3_155_760_000_000 else {
            throw .invalid("window", "The window must be longer than 0 ms and at most 100 years.")
        }
        switch members {
        case .reached(let step)? where !(1...steps.count).contains(step):
            throw .invalid("step", "The funnel has steps 1 to \(steps.count); \(step) is none of them.")
        case .dropped(let step)? where !(2...steps.count).contains(step):
            throw .invalid("step", "People can be lost before steps 2 to \(steps.count); \(step) is none of them.")
        default: break
        }
        self.range = range
        self.steps = steps
        self.windowMilliseconds = windowMilliseconds
        self.members = members
    }
}

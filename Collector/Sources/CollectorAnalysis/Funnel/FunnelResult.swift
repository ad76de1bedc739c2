public import CollectorCore

/// How many people reached each step of a funnel.
public struct FunnelResult: Sendable {
    /// One bar of the funnel.
    public struct Step: Equatable, Sendable {
        /// The event's name.
        public let event: String
        /// The people who reached the step.
        public let users: Int
        /// The share of the people of the step before, 0 to 1; nothing where there are none, and for the first step.
        public let conversionFromPrevious: Double?
        /// The share of the people of the first step, 0 to 1; nothing where there are none.
        public let conversionFromFirst: Double?
        /// The median time from the step before, in milliseconds, over the attempts that counted.
        public let medianFromPrevious: Double?
        /// The median time from the first step, in milliseconds, over the attempts that counted.
        public let medianFromFirst: Double?
    }

    /// The steps in order.
    public let steps: [Step]
    /// The people asked for, in the order in which the store lists people; as many as their bar shows.
    public let members: [PersonID]
}

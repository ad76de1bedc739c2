public import CollectorCore

/// Shows one person: identifiers, profile, and events from the newest to the oldest.
public struct UserTimeline: Sendable {
    /// One person's page.
    public struct Result: Equatable, Sendable {
        /// The person.
        public let person: PersonID
        /// All identifiers, the login id first.
        public let identifiers: [String]
        /// The properties of the profile.
        public let profile: [ProfileProperty]
        /// The events of this page, newest first.
        public let events: [EventRecord]
        /// Whether older events exist.
        public let hasMore: Bool
    }

    /// The years 1 to 9999.
    static let always = Int64(-62_135_596_800_000)..<Int64(253_402_300_800_000)

    private let source: any FactSource

    /// Creates timelines over one project.
    public init(_ source: any FactSource) {
        self.source = source
    }

    /// Reads a page of a person's events; nothing where nobody has the identifier.
    ///
    /// - Parameters:
    ///   - identifier: Any of the person's identifiers (bug case O-28).
    ///   - range: The instants to show, in milliseconds.
    ///   - before: The last event of the page before.
    ///   - limit: The number of events on a page.
    /// - Returns: The page; nothing where nobody has the identifier.
    /// - Throws: Whatever the store throws.
    public func run(
        identifier: String,
        range: Range<Int64>? = nil,
        before: EventCursor? = nil,
        limit: Int
    ) throws -> Result? {
        guard let person = try self.source.person(forIdentifier: identifier) else { return nil }
        let facts = try self.page(of: person, range ?? UserTimeline.always, before, limit + 1)
        let events = try facts.suffix(limit).reversed().compactMap { fact in
            try self.source.event(for: fact).map { EventRecord($0, source: self.source) }
        }
        return Result(
            person: person,
            identifiers: try self.source.identifiers(of: person),
            profile: try self.source.profile(of: person),
            events: events,
            hasMore: facts.count > limit
        )
    }

    /// The newest facts before the cursor, newest last.
    private func page(
        of person: PersonID,
        _ range: Range<Int64>,
        _ before: EventCursor?,
        _ count: Int
    ) throws -> [Fact] {
        guard let before else { return try self.source.facts(of: person, in: range, limit: count) }
        guard before.time >= range.lowerBound else { return [] }
        let until = range.lowerBound..<min(range.upperBound, before.time + 1)
        var asked = count + 8
        while true {
            let facts = try self.source.facts(of: person, in: until, limit: asked)
            let older = facts.filter { before.isPreceded(by: $0) }
            // Many events of one millisecond may hide the older ones: then look further.
            if older.count >= count || facts.count < asked { return older.suffix(count) }
            asked *= 4
        }
    }
}

public import CollectorCore

/// Lists the events that arrived last.
public struct LiveEvents: Sendable {
    /// What to list.
    public struct Query: Equatable, Sendable {
        /// Only events of this exact name.
        public var name: String?
        /// Only events of the person with this identifier.
        public var identifier: String?
        /// Only events whose JSON holds this text; upper and lower case are the same.
        public var text: String?
        /// Only events that arrived after this one: what is new since the last look.
        public var after: EventCursor?
        /// Only events that arrived before this one: the next page.
        public var before: EventCursor?
        /// How many at most.
        public var limit: Int

        /// Creates a query for everything.
        public init(limit: Int = 100) {
            self.limit = limit
        }
    }

    /// The events that arrived last, newest first.
    public struct Result: Equatable, Sendable {
        /// The events.
        public let events: [EventRecord]
        /// Whether older events match.
        public let hasMore: Bool
        /// Whether events may be missing between the answer and the cursor it should reach back to.
        public let hasGap: Bool
    }

    /// The number of events that are kept at hand.
    public static let window = 1000

    private let source: any FactSource

    /// Creates a list over one project.
    public init(_ source: any FactSource) {
        self.source = source
    }

    /// Answers a query.
    ///
    /// - Throws: Whatever the store throws.
    public func run(_ query: Query) throws -> Result {
        var person: PersonID?
        if let identifier = query.identifier {
            person = try self.source.person(forIdentifier: identifier)
            guard person != nil else { return Result(events: [], hasMore: false, hasGap: false) }
        }
        var nameID: Int32?
        if let name = query.name {
            nameID = self.source.nameID(name)
            guard nameID != nil else { return Result(events: [], hasMore: false, hasGap: false) }
        }
        var stored = try self.source.latest(limit: LiveEvents.window, name: nameID, person: person)
        var hasGap = false
        if let after = query.after {
            if let place = stored.firstIndex(where: { EventCursor($0.fact).isSameEvent(as: after) }) {
                stored = Array(stored[..<place])
            } else {
                hasGap = stored.count >= LiveEvents.window
            }
        }
        if let before = query.before {
            let place = stored.firstIndex { EventCursor($0.fact).isSameEvent(as: before) }
            stored = place.map { Array(stored[($0 + 1)...]) } ?? []
        }
        let text = query.text?.lowercased() ?? ""
        var events: [EventRecord] = []
        for event in stored
        where text.isEmpty || String(decoding: event.json, as: UTF8.self).lowercased().contains(text) {
            guard events.count < query.limit else { return Result(events: events, hasMore: true, hasGap: hasGap) }
            events.append(EventRecord(event, source: self.source))
        }
        return Result(events: events, hasMore: false, hasGap: hasGap)
    }
}

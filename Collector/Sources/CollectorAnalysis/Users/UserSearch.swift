public import CollectorCore

/// Finds people by the beginning of any of their identifiers.
public struct UserSearch: Sendable {
    /// One person in a list.
    public struct Entry: Equatable, Sendable {
        /// The person.
        public let person: PersonID
        /// All identifiers, the login id first.
        public let identifiers: [String]
        /// The time of the last event, in milliseconds; nothing where the person has none.
        public let lastSeen: Int64?
    }

    private let source: any FactSource

    /// Creates a search over one project.
    public init(_ source: any FactSource) {
        self.source = source
    }

    /// Finds people; without a text, those whose events arrived last.
    ///
    /// - Throws: Whatever the store throws.
    public func run(_ text: String, limit: Int) throws -> [Entry] {
        var people: [PersonID] = []
        var seen: Set<PersonID> = []
        func add(_ person: PersonID?) {
            if let person, people.count < limit, seen.insert(person).inserted { people.append(person) }
        }
        if text.isEmpty {
            for event in try self.source.latest(limit: LiveEvents.window, name: nil, person: nil) {
                add(self.source.person(forUser: event.fact.user))
            }
        } else {
            // One person may have several identifiers of that beginning, so ask for more than are shown.
            for identifier in try self.source.identifiers(beginningWith: text, limit: limit * 4) {
                add(try self.source.person(forIdentifier: identifier))
            }
        }
        return try people.map { person in
            let last = try self.source.facts(of: person, in: UserTimeline.always, limit: 1).last
            return Entry(
                person: person,
                identifiers: try self.source.identifiers(of: person),
                lastSeen: last?.time
            )
        }
    }
}

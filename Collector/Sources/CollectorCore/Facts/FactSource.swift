public import Foundation

/// Everything an analysis may read of one project.
///
/// A read sees every event that was acknowledged before it began, and never waits for the writer.
public protocol FactSource: Sendable {
    /// The project's time zone: its calendar days, weeks and months.
    var timeZone: TimeZone { get }

    /// Streams each person's facts in a time range, identities joined late as well as early (bug case O-28).
    ///
    /// A person comes once, with the facts of all their identifiers ordered by time, then sequence, then arrival. The
    /// buffer is valid during the call only. Persons come in no particular order.
    ///
    /// - Parameters:
    ///   - range: milliseconds since 1970 UTC; the end is excluded.
    ///   - names: dictionary ids of the names wanted; nil for all.
    ///   - body: returns false to stop.
    /// - Throws: what `body` throws, or why the files cannot be read.
    func forEachPerson(
        in range: Range<Int64>,
        names: Set<Int32>?,
        _ body: (PersonID, UnsafeBufferPointer<Fact>) throws -> Bool
    ) throws

    /// Streams whole events in storage order: by UTC day, then by arrival.
    ///
    /// Much cheaper than ``event(for:)`` for many events, because each compressed chunk is opened once. The bytes are
    /// the event's JSON object, valid during the call only.
    ///
    /// - Parameters:
    ///   - range: milliseconds since 1970 UTC; the end is excluded.
    ///   - names: dictionary ids of the names wanted; nil for all.
    ///   - body: returns false to stop.
    /// - Throws: what `body` throws, or why the files cannot be read.
    func forEachEvent(
        in range: Range<Int64>,
        names: Set<Int32>?,
        _ body: (Fact, UnsafeRawBufferPointer) throws -> Bool
    ) throws

    /// The whole event behind a fact; nil when its day has been removed.
    func event(for fact: Fact) throws -> StoredEvent?

    /// The facts of one person, newest last, at most `limit` of the newest.
    func facts(of person: PersonID, in range: Range<Int64>, limit: Int) throws -> [Fact]

    /// The events received last, newest first, from a window of the last thousand; profile and item operations are none.
    ///
    /// - Parameters:
    ///   - limit: how many at most.
    ///   - name: dictionary id of the only name wanted; nil for all.
    ///   - person: the only person wanted; nil for all.
    /// - Returns: the events, whole.
    /// - Throws: why the files cannot be read.
    func latest(limit: Int, name: Int32?, person: PersonID?) throws -> [StoredEvent]

    /// The first and the last event time stored, in milliseconds since 1970 UTC; nil when there is no event.
    func timeSpan() throws -> ClosedRange<Int64>?

    /// The dictionary id of an event name; nil when the project has not seen it.
    func nameID(_ name: String) -> Int32?
    /// The event name with a dictionary id.
    func name(_ id: Int32) -> String?
    /// All event names with their counts, by id.
    func allNames() -> [EventName]

    /// The person that an identifier belongs to: a login, anonymous or bound id (bug case O-28).
    func person(forIdentifier identifier: String) throws -> PersonID?
    /// The person that a fact's user belongs to.
    func person(forUser user: Int64) -> PersonID
    /// All identifiers of a person, the login id first.
    func identifiers(of person: PersonID) throws -> [String]
    /// Identifiers that begin with `prefix`, in order, at most `limit`.
    func identifiers(beginningWith prefix: String, limit: Int) throws -> [String]
    /// What the profile operations left of a person's profile, by key.
    func profile(of person: PersonID) throws -> [ProfileProperty]

    /// Refused events and requests, newest first.
    func rejects(limit: Int, offset: Int) throws -> [RejectRecord]
    /// Refused links between identifiers, newest first (bug case O-30).
    func refusedLinks(limit: Int) throws -> [RefusedLink]
    /// What became of everything the project was sent.
    func quality() -> QualityCounters
}

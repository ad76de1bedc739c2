/// Who is who: each anonymous id belongs to at most one login id, and two login ids never become one person.
///
/// A person is a login id with the anonymous ids joined to it. Order and repetition of links do not matter (bug case
/// O-28); what would merge two people is refused (bug case O-30). Ids are dictionary ids of identifiers.
struct IdentityMap: Equatable, Sendable {
    /// What became of a request to join two ids.
    enum Outcome: Equatable, Sendable {
        /// Joined now.
        case joined
        /// Nothing new.
        case known
        /// Refused: it would have merged two people. The owner is the login id that the id belongs to, if any.
        case refused(owner: Int64?)
    }

    private(set) var owner: [Int64: Int64] = [:]
    private(set) var members: [Int64: [Int64]] = [:]
    private(set) var logins: Set<Int64> = []

    init() {}

    /// Restores a map from what was stored.
    init(logins: [Int64], links: [(id: Int64, login: Int64)]) {
        self.logins = Set(logins)
        for link in links { _ = self.join(link.id, to: link.login) }
    }

    /// Takes note that an id is a login id; false when it was known.
    mutating func note(login: Int64) -> Bool {
        // An id that already belongs to somebody stays with them.
        guard self.owner[login] == nil else { return false }
        return self.logins.insert(login).inserted
    }

    /// Joins an anonymous id to a login id, unless it belongs to another.
    mutating func join(_ anonymous: Int64, to login: Int64) -> Outcome {
        guard anonymous != login else { return .known }
        if let owner = self.owner[anonymous] { return owner == login ? .known : .refused(owner: owner) }
        // A login id is nobody's device, and what belongs to somebody is nobody's login.
        guard !self.logins.contains(anonymous), self.owner[login] == nil else {
            return .refused(owner: self.owner[login])
        }
        self.logins.insert(login)
        self.owner[anonymous] = login
        self.members[login, default: []].append(anonymous)
        return .joined
    }

    /// Takes a bound id from a login id; false when it was not joined to it.
    mutating func separate(_ bound: Int64, from login: Int64) -> Bool {
        guard self.owner[bound] == login else { return false }
        self.owner[bound] = nil
        self.members[login]?.removeAll { $0 == bound }
        if self.members[login]?.isEmpty == true { self.members[login] = nil }
        return true
    }

    /// Whether an id is one of several of a person.
    func isJoined(_ id: Int64) -> Bool { self.owner[id] != nil || self.members[id] != nil }

    /// The person an id belongs to.
    func person(of id: Int64) -> PersonID { PersonID(rawValue: self.owner[id] ?? id) }

    /// All ids of a person, the login id first.
    func identifiers(of person: PersonID) -> [Int64] {
        [person.rawValue] + (self.members[person.rawValue] ?? [])
    }

    /// The highest id of a person; the person's own when there is only that.
    func lastIdentifier(of person: PersonID) -> Int64 {
        max(person.rawValue, self.members[person.rawValue]?.max() ?? person.rawValue)
    }
}

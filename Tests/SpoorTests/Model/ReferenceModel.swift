/// What must come out of a random run, said as simply as can be; it knows none of the SDK's rules and types.
struct ReferenceModel {
    /// One event as it must arrive.
    struct Expected: Equatable, CustomStringConvertible {
        var name: String
        var number: Int?
        var time: Int64
        var ids: IDs
        var supers: [String: Int]

        var description: String { "\(self.name)#\(self.number ?? -1)@\(self.time) \(self.ids) \(self.supers)" }
    }

    /// All ids of one event; empty texts for those it does not carry.
    struct IDs: Equatable, CustomStringConvertible {
        var distinct: String
        var anonymous = ""
        var login = ""
        /// The device's, the person's and the bound ones under their keys.
        var all: [String: String]

        var description: String { "\(self.distinct) (\(self.anonymous), \(self.login), \(self.all))" }
    }

    /// What the server must hold in the end, in order.
    private(set) var expected: [Expected] = []

    private var anonymousID: String
    private let device: [String: String]
    private var loginID: String?
    private var bound: [String: String] = [:]
    private var people: Set<String> = []
    private var supers: [String: Int] = [:]
    private var isOptedOut = false

    /// Begins with a visitor and the device's own ids.
    init(anonymousID: String, device: [String: String]) {
        self.anonymousID = anonymousID
        self.device = device
    }

    /// Whether a call that records should be taken now.
    var records: Bool { !self.isOptedOut }

    /// What events carry now.
    var ids: IDs {
        var all = self.device.merging(self.bound) { $1 }
        all["$identity_anonymous_id"] = self.anonymousID
        all["$identity_login_id"] = self.loginID
        return IDs(
            distinct: self.loginID ?? self.anonymousID,
            anonymous: self.anonymousID,
            login: self.loginID ?? "",
            all: all
        )
    }

    mutating func track(_ name: String, number: Int, at time: Int64) {
        self.add(name, number: number, at: time)
    }

    /// Whether the login should be recorded; its own event carries what a visitor has bound, later ones do not.
    mutating func login(_ id: String, at time: Int64) -> Bool {
        guard self.records, id != self.loginID, id != self.anonymousID else { return false }
        if self.loginID != nil { self.bound = [:] }
        self.loginID = id
        self.people.insert(id)
        self.add("$SignUp", number: nil, at: time)
        self.bound = [:]
        return true
    }

    mutating func logout() {
        guard self.loginID != nil else { return }
        self.loginID = nil
        self.bound = [:]
    }

    mutating func identify(_ id: String) {
        if !self.people.contains(id) { self.anonymousID = id }
    }

    mutating func resetVisitor(to id: String) {
        guard self.loginID == nil, id != self.anonymousID, !self.people.contains(id) else { return }
        self.anonymousID = id
        self.bound = [:]
    }

    /// Whether the binding should be recorded.
    mutating func bind(_ key: String, _ value: String, at time: Int64) -> Bool {
        guard self.records, self.bound[key] != value else { return false }
        guard value == self.loginID || !self.people.contains(value) else { return false }
        self.bound[key] = value
        self.add("$BindID", number: nil, at: time)
        return true
    }

    /// Whether it should be recorded: always, as the receiver may know more.
    mutating func unbind(_ key: String, _ value: String, at time: Int64) -> Bool {
        guard self.records else { return false }
        let distinct = self.ids.distinct
        if self.bound[key] == value { self.bound[key] = nil }
        self.add("$UnbindID", number: nil, at: time, ids: IDs(distinct: distinct, all: [key: value]))
        return true
    }

    /// Operations on profiles carry ids like events, and no super properties.
    mutating func profileSet(_ value: Int, at time: Int64) {
        self.add("profile_set", number: value, at: time, supers: [:])
    }

    mutating func setSuper(_ key: String, to value: Int?) { self.supers[key] = value }

    /// From now on nothing is recorded, and of what was recorded only what the server holds already stays.
    mutating func optOut(serverHolds count: Int) {
        guard !self.isOptedOut else { return }
        self.isOptedOut = true
        self.expected.removeSubrange(min(count, self.expected.count)...)
    }

    mutating func optIn() { self.isOptedOut = false }

    private mutating func add(
        _ name: String,
        number: Int?,
        at time: Int64,
        ids: IDs? = nil,
        supers: [String: Int]? = nil
    ) {
        guard self.records else { return }
        // A device that shows a time before 1970 says 1970.
        self.expected.append(
            Expected(
                name: name,
                number: number,
                time: max(0, time),
                ids: ids ?? self.ids,
                supers: supers ?? self.supers
            )
        )
    }
}

/// What must come out of a random run, said as simply as can be; it knows none of the SDK's rules and types.
struct ReferenceModel {
    /// One event as it must arrive.
    struct Expected: Equatable, CustomStringConvertible {
        var name: String
        var number: Int?
        var time: Int64
        var anonymousID: String
        var loginID: String?
        var supers: [String: Int]

        var description: String {
            "\(self.name)#\(self.number ?? -1)@\(self.time) \(self.loginID ?? self.anonymousID) \(self.supers)"
        }
    }

    /// What the server must hold in the end, in order.
    private(set) var expected: [Expected] = []

    let anonymousID: String
    private var loginID: String?
    private var supers: [String: Int] = [:]
    private var isOptedOut = false

    init(anonymousID: String) {
        self.anonymousID = anonymousID
    }

    /// Whether a call that records should be taken now.
    var records: Bool { !self.isOptedOut }

    mutating func track(_ name: String, number: Int, at time: Int64) {
        self.add(name, number: number, at: time)
    }

    /// Whether the login should be recorded.
    mutating func login(_ id: String, at time: Int64) -> Bool {
        guard self.records, id != self.loginID else { return false }
        self.loginID = id
        self.add("$SignUp", number: nil, at: time)
        return true
    }

    mutating func logout() { self.loginID = nil }

    mutating func setSuper(_ key: String, to value: Int?) { self.supers[key] = value }

    /// From now on nothing is recorded, and of what was recorded only what the server holds already stays.
    mutating func optOut(serverHolds count: Int) {
        guard !self.isOptedOut else { return }
        self.isOptedOut = true
        self.expected.removeSubrange(min(count, self.expected.count)...)
    }

    mutating func optIn() { self.isOptedOut = false }

    private mutating func add(_ name: String, number: Int?, at time: Int64) {
        guard self.records else { return }
        self.expected.append(
            Expected(
                name: name,
                number: number,
                time: time,
                anonymousID: self.anonymousID,
                loginID: self.loginID,
                supers: self.supers
            )
        )
    }
}

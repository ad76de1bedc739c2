/// What must come out of a random run, said as simply as can be; it knows none of the SDK's rules and types.
///
/// Written from what the policies say of consent and identity, not from the code.
struct ReferenceModel {
    /// One event as it must arrive.
    struct Expected: Equatable, CustomStringConvertible {
        var name: String
        var number: Int?
        var time: Int64
        var ids: IDs
        var supers: [String: Int]
        /// The latest campaign, and that of the link that opened the app.
        var campaign: String?
        var link: String?

        var description: String {
            "\(self.name)#\(self.number ?? -1)@\(self.time) \(self.ids) \(self.supers) "
                + "campaign \(self.campaign ?? "-"), link \(self.link ?? "-")"
        }
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

    /// What a person is asked about.
    enum Kind: CaseIterable, Sendable {
        case analytics, autoTrack, monitoring
    }

    /// What the person has answered.
    enum Answer: Sendable {
        case yes, no, none
    }

    /// Who is using the app.
    struct User: Equatable {
        var visitor: String
        var login: String?
        var bound: [String: String] = [:]
    }

    /// What is known of the person beside the ids.
    struct Person {
        var login: String?
        var owesSignUp = false
        var bound: [String: String] = [:]
        var people: Set<String> = []
        var supers: [String: Int] = [:]
        var campaign: String?
    }

    private struct Recorded {
        var kind: Kind
        var event: Expected
    }

    /// An event that waits for an answer, and what is left of it without analytics.
    private struct Waiting {
        var kind: Kind
        var event: Expected
        var visitors: Expected
    }

    /// What the server must hold in the end, in order.
    var expected: [Expected] { self.recorded.map(\.event) }

    private var recorded: [Recorded] = []
    private var waiting: [Waiting] = []
    private var answers: [Kind: Answer]
    private var isCollectionOn = true
    private let device: [String: String]
    private let firstVisitor: String

    /// Whom events name.
    private var user: User
    /// Who the app says is using it.
    private var word: User
    private var owesSignUp = false
    private var people: Set<String> = []
    private var supers: [String: Int] = [:]
    private var campaign: String?
    private var link: String?
    private var isInFront = false

    /// What a process that ends leaves behind; nil where nothing may be kept.
    private var keptVisitor: String?
    private var keptPerson: Person?

    /// Begins with a visitor and the device's own ids.
    init(anonymousID: String, device: [String: String], isAsked: Bool) {
        self.firstVisitor = anonymousID
        self.device = device
        self.user = User(visitor: anonymousID)
        self.word = self.user
        self.answers = Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0, isAsked ? .none : .yes) })
        self.keep()
    }

    /// Whether a call that records an event of a kind should be taken now, be it to wait.
    func takes(_ kind: Kind) -> Bool { self.isCollectionOn && self.answers[kind] != .no }
}

/// The calls.
extension ReferenceModel {
    mutating func track(_ name: String, _ kind: Kind = .analytics, number: Int?, at time: Int64) {
        self.add(name, kind, number: number, at: time)
    }

    /// Operations on profiles carry ids like events, and neither super properties nor a campaign.
    mutating func profileSet(_ value: Int, at time: Int64) {
        self.add("profile_set", .analytics, number: value, at: time, isProfile: true)
    }

    /// Whether the login should be recorded; its own event carries what a visitor has bound, later ones do not.
    mutating func login(_ id: String, at time: Int64) -> Bool {
        guard id != self.word.visitor else { return false }
        let isSame = id == self.word.login
        guard !isSame || self.owesSignUp else { return false }
        if !isSame {
            if self.word.login != nil { self.word.bound = [:] }
            self.word.login = id
        }
        let isTaken = self.takes(.analytics)
        if isTaken {
            self.settle()
            self.add("$SignUp", .analytics, number: nil, at: time)
        }
        self.owesSignUp = !isTaken
        if !isSame { self.word.bound = [:] }
        self.settle()
        return isTaken
    }

    mutating func logout() {
        guard self.word.login != nil else { return }
        self.word.login = nil
        self.word.bound = [:]
        self.owesSignUp = false
        self.settle()
    }

    mutating func identify(_ id: String) {
        guard !self.people.contains(id) else { return }
        self.word.visitor = id
        self.settle()
    }

    mutating func resetVisitor(to id: String) {
        guard self.word.login == nil, id != self.word.visitor, !self.people.contains(id) else { return }
        self.word.visitor = id
        self.word.bound = [:]
        self.settle()
    }

    /// Whether the binding should be recorded.
    mutating func bind(_ key: String, _ value: String, at time: Int64) -> Bool {
        guard self.word.bound[key] != value, value == self.word.login || !self.people.contains(value) else {
            return false
        }
        self.word.bound[key] = value
        self.settle()
        self.add("$BindID", .analytics, number: nil, at: time)
        return self.takes(.analytics)
    }

    /// Whether it should be recorded: always, as the receiver may know more.
    mutating func unbind(_ key: String, _ value: String, at time: Int64) -> Bool {
        let distinct = self.ids(of: self.user).distinct
        if self.word.bound[key] == value { self.word.bound[key] = nil }
        self.settle()
        self.add("$UnbindID", .analytics, number: nil, at: time, ids: IDs(distinct: distinct, all: [key: value]))
        return self.takes(.analytics)
    }

    mutating func setSuper(_ key: String, to value: Int?) {
        self.supers[key] = value
        self.keep()
    }

    /// A link tells how the person came here, which needs analytics.
    mutating func open(link: String, at time: Int64) {
        self.link = nil
        guard self.takes(.analytics) else { return }
        self.campaign = link
        self.keep()
        self.add("$AppDeeplinkLaunch", .analytics, number: nil, at: time, link: link)
        self.link = link
    }

    /// The app comes to the front.
    mutating func enter(at time: Int64) {
        guard !self.isInFront else { return }
        self.isInFront = true
        self.add("$AppStart", .autoTrack, number: nil, at: time, link: self.link)
        self.link = nil
    }

    mutating func leave() {
        guard self.isInFront else { return }
        self.isInFront = false
        self.link = nil
    }

    mutating func setCollection(_ isOn: Bool) { self.isCollectionOn = isOn }
}

/// What a person answers, and what becomes of it when a process ends.
extension ReferenceModel {
    /// Takes an answer.
    ///
    /// - Parameters:
    ///   - kinds: what it is about.
    ///   - isYes: whether the person agrees.
    ///   - isSwitch: whether it is the switch for everything, which forgets nobody who had agreed.
    ///   - count: how many events the server holds already; of what is taken back nothing else may arrive.
    mutating func answer(_ kinds: Set<Kind>, _ isYes: Bool, isSwitch: Bool, serverHolds count: Int) {
        let hadAnalytics = self.answers[.analytics]
        for kind in kinds {
            if !isYes, self.answers[kind] == .yes {
                self.recorded = self.recorded.enumerated().filter { $0.offset < count || $0.element.kind != kind }
                    .map(\.element)
            }
            self.answers[kind] = isYes ? .yes : .no
        }
        if kinds.contains(.analytics), !isYes {
            if hadAnalytics != .no {
                self.link = nil
                for index in self.waiting.indices { self.waiting[index].event = self.waiting[index].visitors }
            }
            if !isSwitch || hadAnalytics == Answer.none { self.forget() }
        }
        // What joined person and visitor may have been deleted before it was sent.
        if kinds.contains(.analytics), isYes, hadAnalytics == .no, self.user.login != nil { self.owesSignUp = true }
        self.settle()
        let answered = self.waiting
        self.waiting = answered.filter { self.answers[$0.kind] == Answer.none }
        // Off is off, also for what was called before.
        for one in answered where self.answers[one.kind] == .yes && self.isCollectionOn {
            let isFull = one.kind == .analytics || self.answers[.analytics] == .yes
            self.recorded.append(Recorded(kind: one.kind, event: isFull ? one.event : one.visitors))
        }
        // What joins person and visitor was let go of.
        guard !self.isCollectionOn, self.user.login != nil else { return }
        guard answered.contains(where: { self.answers[$0.kind] == .yes && $0.event.name == "$SignUp" }) else { return }
        self.owesSignUp = true
        self.keep()
    }

    /// The person is forgotten; what the app says of every event stays, in memory.
    private mutating func forget() {
        self.user = User(visitor: self.user.visitor)
        self.word = self.user
        self.owesSignUp = false
        self.people = []
        self.campaign = nil
        self.link = nil
        self.keptPerson = nil
    }

    /// A process ends and another one begins.
    mutating func restart() {
        self.waiting = []
        let person = self.keptPerson ?? Person()
        self.user = User(visitor: self.keptVisitor ?? self.firstVisitor, login: person.login, bound: person.bound)
        self.word = self.user
        self.people = person.people
        self.supers = person.supers
        self.campaign = person.campaign
        self.owesSignUp = person.owesSignUp
        self.link = nil
        self.isInFront = false
        self.isCollectionOn = true
    }

    /// Lets events name whom the app says, as far as the person agrees; else what still holds of whom they named.
    private mutating func settle() {
        if self.answers[.analytics] != .no {
            self.user = self.word
            if let login = self.user.login { self.people.insert(login) }
        } else {
            let isSame = self.user.login == self.word.login
            let word = self.word
            self.user = User(
                visitor: word.visitor,
                login: isSame ? self.user.login : nil,
                bound: isSame ? self.user.bound.filter { word.bound[$0.key] == $0.value } : [:]
            )
        }
        self.keep()
    }

    /// What is kept once there was consent to it: of the person with that to analytics, of the visitor with either.
    private mutating func keep() {
        if self.keptVisitor != nil || self.answers[.analytics] == .yes || self.answers[.autoTrack] == .yes {
            self.keptVisitor = self.user.visitor
        }
        guard self.keptPerson != nil || self.answers[.analytics] == .yes else { return }
        self.keptPerson = Person(
            login: self.user.login,
            owesSignUp: self.user.login != nil && self.owesSignUp,
            bound: self.user.bound,
            people: self.people,
            supers: self.supers,
            campaign: self.campaign
        )
    }
}

/// Events.
extension ReferenceModel {
    private func ids(of user: User) -> IDs {
        var all = self.device.merging(user.bound) { $1 }
        all["$identity_anonymous_id"] = user.visitor
        all["$identity_login_id"] = user.login
        return IDs(distinct: user.login ?? user.visitor, anonymous: user.visitor, login: user.login ?? "", all: all)
    }

    private mutating func add(
        _ name: String,
        _ kind: Kind,
        number: Int?,
        at time: Int64,
        ids: IDs? = nil,
        link: String? = nil,
        isProfile: Bool = false
    ) {
        guard self.takes(kind) else { return }
        var event = Expected(
            name: name,
            number: number,
            // A device that shows a time before 1970 says 1970.
            time: max(0, time),
            ids: ids ?? self.ids(of: self.user),
            supers: isProfile ? [:] : self.supers
        )
        if !isProfile { (event.campaign, event.link) = (self.campaign, link) }
        let visitor = User(visitor: self.user.visitor)
        let visitors = Expected(name: name, number: number, time: event.time, ids: self.ids(of: visitor), supers: [:])
        let isFull = kind == .analytics || self.answers[.analytics] == .yes
        if self.answers[kind] == .yes {
            self.recorded.append(Recorded(kind: kind, event: isFull ? event : visitors))
        } else {
            // What happens while analytics is refused is the visitor's for good.
            let isRefused = kind != .analytics && self.answers[.analytics] == .no
            self.waiting.append(Waiting(kind: kind, event: isRefused ? visitors : event, visitors: visitors))
        }
    }
}

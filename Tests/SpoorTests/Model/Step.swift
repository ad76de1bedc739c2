import SpoorTesting

/// One thing that happens to an app in a random run.
enum Step: Sendable, CustomStringConvertible {
    case track
    case trackPoison
    case login(user: Int)
    case logout
    case identify(visitor: Int)
    case resetVisitor(visitor: Int)
    case bind(key: Int, value: Int)
    case unbind(key: Int, value: Int)
    case profileSet(value: Int)
    case setSuper(key: Int, value: Int)
    case unsetSuper(key: Int)
    case optOut
    case optIn
    case consent([Kind], Bool)
    case observe(Kind)
    case link(campaign: Int)
    case collection(isOn: Bool)
    case flush
    case background
    case foreground
    case active
    case wait(seconds: Int)
    case network(Network)
    case clock(hours: Int)
    case kill
    case restart

    /// A kind of collection that a person is asked about.
    enum Kind: CaseIterable, Sendable {
        case analytics, autoTrack, monitoring
    }

    /// What the network and the server do from now on.
    enum Network: CaseIterable, Sendable {
        case up, down, busy, storesThenCuts, redirects, portal, smallBodies, slow
    }

    var description: String {
        switch self {
        case .login(let user): "login \(user)"
        case .identify(let visitor): "identify \(visitor)"
        case .resetVisitor(let visitor): "reset to \(visitor)"
        case .bind(let key, let value): "bind \(key)=\(value)"
        case .unbind(let key, let value): "unbind \(key)=\(value)"
        case .profileSet(let value): "profile \(value)"
        case .setSuper(let key, let value): "super \(key)=\(value)"
        case .unsetSuper(let key): "super \(key)=nil"
        case .wait(let seconds): "wait \(seconds)"
        case .network(let network): "network \(network)"
        case .clock(let hours): "clock \(hours) h"
        case .track: "track"
        case .trackPoison: "poison"
        case .logout: "logout"
        case .optOut: "opt out"
        case .optIn: "opt in"
        case .consent(let kinds, let isGiven): "\(kinds) \(isGiven ? "agreed to" : "refused")"
        case .observe(let kind): "observe \(kind)"
        case .link(let campaign): "link \(campaign)"
        case .collection(let isOn): "collection \(isOn)"
        case .active: "active"
        case .flush: "flush"
        case .background: "background"
        case .foreground: "foreground"
        case .kill: "kill"
        case .restart: "restart"
        }
    }

    /// A run of random steps, the same for the same seed.
    static func run(seed: UInt64) -> [Step] {
        var random = SeededGenerator(seed: seed)
        return (0..<random.below(40) + 5).map { _ in
            // A third of all is about consent, and what may be told with which.
            random.below(3) == 0 ? Self.nextOfConsent(&random) : Self.next(&random)
        }
    }

    /// Whether the person is asked first in the run of a seed; in others everything is agreed to.
    static func isAsked(seed: UInt64) -> Bool { seed % 2 == 0 }

    private static func nextOfConsent(_ random: inout SeededGenerator) -> Step {
        switch random.below(20) {
        case 0..<4: .consent([Kind.allCases[random.below(3)]], random.below(2) == 0)
        case 4..<6: .consent([.analytics, .autoTrack], random.below(3) > 0)
        case 6..<7: .optOut
        case 7..<9: .optIn
        case 9..<12: .observe(random.below(3) == 0 ? .monitoring : .autoTrack)
        case 12..<14: .link(campaign: random.below(3))
        case 14..<16: .active
        case 16..<17: .background
        case 17..<18: .login(user: random.below(3))
        case 18..<19: .collection(isOn: random.below(2) == 0)
        default: .bind(key: random.below(3), value: random.below(3))
        }
    }

    private static func next(_ random: inout SeededGenerator) -> Step {
        switch random.below(100) {
        case 0..<24: .track
        case 24..<26: .identify(visitor: random.below(4))
        case 26..<28: .resetVisitor(visitor: random.below(4))
        case 28..<32: .bind(key: random.below(3), value: random.below(3))
        case 32..<34: .unbind(key: random.below(3), value: random.below(3))
        case 34..<38: .profileSet(value: random.below(10))
        case 38..<40: .trackPoison
        case 40..<46: .login(user: random.below(3))
        case 46..<49: .logout
        case 49..<54: .setSuper(key: random.below(3), value: random.below(10))
        case 54..<56: .unsetSuper(key: random.below(3))
        case 56..<58: .optOut
        case 58..<61: .optIn
        case 61..<64: .flush
        case 64..<66: .background
        case 66..<68: .foreground
        case 68..<80: .wait(seconds: [0, 1, 5, 16, 60, 600][random.below(6)])
        case 80..<90: .network(Network.allCases[random.below(Network.allCases.count)])
        case 90..<92: .clock(hours: [-500_000, -2, 2, 200_000][random.below(4)])
        case 92..<97: .kill
        default: .restart
        }
    }
}

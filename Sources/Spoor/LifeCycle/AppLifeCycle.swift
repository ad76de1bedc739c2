/// What the comings and goings of the app mean (000, bug case O-14): events go in, what to do comes out.
///
/// Reads no clock: each input comes with the awake time at which it happened.
struct AppLifeCycle: Sendable {
    /// What to do, in order.
    enum Action: Equatable, Sendable {
        /// The process was started by the system, out of sight.
        case startedPassively
        /// The app came to the front, or was started there.
        case enteredFront
        /// A person can use the app: a visit begins.
        case opened(isResume: Bool)
        /// The visit that began with ``opened(isResume:)`` ended.
        case closed(after: Duration)
        /// The app is no longer in front.
        case leftFront
    }

    private enum Place: Equatable {
        /// Nobody has told yet; counts as in front, but nothing has been opened.
        case undecided
        /// Started by the system, and not in front since.
        case passive
        /// On the way to the front; back in the background it is as passive as before.
        case entering(wasPassive: Bool)
        /// In use, or only covered for a moment.
        case open(since: Duration)
        /// Left.
        case background
    }

    private var place = Place.undecided
    /// Whether a person sees a part of the app though it was not started for one.
    private var isShown = false
    private var hasOpened = false

    /// Whether the process was started by the system and no person has seen it since.
    var isPassive: Bool { self.place == .passive }

    /// Whether nobody sees anything of the app that has pages.
    var isUnseen: Bool { self.isPassive && !self.isShown }

    /// Whether a visit is on.
    var isOpen: Bool {
        if case .open = self.place { true } else { false }
    }

    /// Whether the app counts as in front.
    var isInFront: Bool { self.place != .passive && self.place != .background }

    /// Decides.
    mutating func handle(_ event: AppLifeCycleEvent, at uptime: Duration) -> [Action] {
        switch event {
        case .launched(let inBackground): return self.launched(inBackground: inBackground)
        case .shown:
            self.isShown = true
            return []
        case .willEnterForeground: return self.enterFront()
        case .becameActive: return self.activate(at: uptime)
        case .willResignActive: return []
        case .didEnterBackground, .willTerminate:
            self.isShown = false
            return self.leaveFront(at: uptime)
        }
    }

    private mutating func launched(inBackground: Bool) -> [Action] {
        guard self.place == .undecided else { return [] }
        guard inBackground else {
            self.place = .entering(wasPassive: false)
            return [.enteredFront]
        }
        self.place = .passive
        return [.leftFront, .startedPassively]
    }

    private mutating func enterFront() -> [Action] {
        switch self.place {
        case .undecided, .background:
            self.place = .entering(wasPassive: false)
        case .passive:
            self.place = .entering(wasPassive: true)
        case .entering, .open:
            return []
        }
        return [.enteredFront]
    }

    private mutating func activate(at uptime: Duration) -> [Action] {
        // Only covered for a moment: no new visit (000).
        if case .open = self.place { return [] }
        let entered = self.enterFront()
        let isResume = self.hasOpened
        self.hasOpened = true
        self.place = .open(since: uptime)
        return entered + [.opened(isResume: isResume)]
    }

    private mutating func leaveFront(at uptime: Duration) -> [Action] {
        switch self.place {
        case .passive, .background:
            return []
        case .entering(wasPassive: true):
            self.place = .passive
            return [.leftFront]
        case .undecided, .entering:
            self.place = .background
            return [.leftFront]
        case .open(let since):
            self.place = .background
            return [.closed(after: max(.zero, uptime - since)), .leftFront]
        }
    }
}

import SpoorChannel
import SpoorStore
import SpoorWire

/// What a person has agreed to, and the events that wait for an answer.
struct ConsentState: Sendable {
    /// What holds where the person was not asked.
    private let initial: ConsentStatus

    private var decided = ConsentSet()
    private var granted = ConsentSet()

    /// Whether the ids of visitor and device, and marks such as the first day, may be kept on the device: there was
    /// consent to analytics or auto-track, now or before.
    ///
    /// Until then they live in memory, and each start makes new ones.
    private(set) var keepsVisitor: Bool

    /// Whether what is known of the person may be kept: there is consent to analytics, or there was, and the person was
    /// not forgotten since.
    private(set) var keepsPerson: Bool

    /// Whether the person was forgotten since there was consent to analytics.
    private var isForgotten: Bool

    /// Whether the visitor was forgotten since there was consent to analytics or auto-track; then no id is taken up that
    /// outlived it.
    private(set) var isVisitorForgotten: Bool

    /// Who is recorded, as far as consent decides.
    private(set) var era = ConsentEra()

    /// Whether analytics is refused by a call that was made before storage was open, and is yet to be carried out: what is
    /// recorded before it tells of the visitor alone.
    var isRefusalAhead = false

    /// The events that wait: for an answer, or, once it is given, for their turn to be recorded.
    var waiting = WaitingRecords() { didSet { self.hasWaiting = !self.waiting.isEmpty } }

    /// Whether some wait; each event asks it, so that it costs no call.
    private(set) var hasWaiting = false

    /// How many events could not wait because there were too many.
    var overflowed = 0

    /// What was lost while it waited for an answer; counted only where the person agrees.
    private var lost: [Loss] = []

    /// What a change of mind asks for of what was recorded before.
    enum Action: Sendable {
        /// Nothing.
        case none
        /// Delete what waits to be uploaded of this category.
        case purge
    }

    /// The state before anything was read.
    ///
    /// - Parameters:
    ///   - initial: what holds where the person was not asked.
    ///   - choices: what the person chose.
    ///   - isForgotten: whether the person was forgotten since there was consent to analytics.
    ///   - isVisitorForgotten: whether the visitor was, too.
    ///   - keepsVisitor: whether ids are kept from an earlier start.
    ///   - keepsPerson: whether something is kept of the person.
    init(
        initial: ConsentStatus = .granted,
        choices: [ConsentCategory: Bool] = [:],
        isForgotten: Bool = false,
        isVisitorForgotten: Bool = false,
        keepsVisitor: Bool = false,
        keepsPerson: Bool = false
    ) {
        self.initial = initial
        self.isForgotten = isForgotten
        self.isVisitorForgotten = isVisitorForgotten
        (self.keepsVisitor, self.keepsPerson) = (keepsVisitor, keepsPerson)
        for (category, isGranted) in choices {
            self.decided.set(category, true)
            self.granted.set(category, isGranted)
        }
        self.noteConsent()
        // Consent that was taken back without forgetting the person.
        let isWithdrawn = self.decided.contains(.analytics) && !isForgotten
        self.keepsPerson = self.keepsPerson || (isWithdrawn && keepsVisitor)
    }

    /// Whether a part of the tracker's state may be kept on the device.
    func keeps(_ key: String) -> Bool {
        if StateKey.ofChoice.contains(key) { return true }
        return StateKey.ofAnalytics.contains(key) ? self.keepsPerson : self.keepsVisitor
    }

    /// What may be kept from now on, after a consent.
    private mutating func noteConsent() {
        if self.allows(.analytics) { (self.keepsPerson, self.isForgotten) = (true, false) }
        if self.allowsVisitor { (self.keepsVisitor, self.isVisitorForgotten) = (true, false) }
    }

    /// Notes that nothing is kept of the person any more, nor may be before the next consent to analytics.
    mutating func forgetPerson() {
        (self.keepsPerson, self.isForgotten) = (false, true)
        self.era.person &+= 1
    }

    /// Notes that nothing is kept of person or visitor any more, nor may be before the next consent.
    mutating func forgetVisitor() {
        self.forgetPerson()
        (self.keepsVisitor, self.isVisitorForgotten) = (false, true)
        self.era.visitor &+= 1
    }

    /// What is known of a category.
    func status(of category: ConsentCategory) -> ConsentStatus {
        guard self.decided.contains(category) else { return self.initial }
        return self.granted.contains(category) ? .granted : .denied
    }

    /// Whether a category may be captured and kept.
    func allows(_ category: ConsentCategory) -> Bool {
        self.status(of: category) == .granted
    }

    /// Whether anything may be told of the visitor: there is consent to analytics or to auto-track.
    var allowsVisitor: Bool { self.allows(.analytics) || self.allows(.autoTrack) }

    /// What may ride on an event of a class now, or once it has its answer.
    func riders(on recordClass: RecordClass) -> Riders {
        let category = recordClass.consentCategory
        let analytics = self.isRefusalAhead ? .denied : self.status(of: .analytics)
        // What waits for its answer may find another one to analytics, and then leaves the person behind.
        let isOpen = analytics == .pending && self.status(of: category) == .pending
        return Riders(
            hasLocation: self.allows(.location),
            hasPerson: category == .analytics || analytics == .granted || isOpen,
            era: self.era
        )
    }

    /// Whether a record of a class may tell of the person; where not, it tells of the visitor alone.
    func allowsPerson(in recordClass: RecordClass) -> Bool {
        recordClass.consentCategory == .analytics || self.allows(.analytics) && !self.isRefusalAhead
    }

    /// Whether every category is denied.
    var isOptedOut: Bool {
        ConsentCategory.allCases.allSatisfy { self.status(of: $0) == .denied }
    }

    /// The person's choices, category by category.
    var choices: [ConsentCategory: Bool] {
        var choices: [ConsentCategory: Bool] = [:]
        for category in ConsentCategory.allCases where self.decided.contains(category) {
            choices[category] = self.granted.contains(category)
        }
        return choices
    }

    /// Takes a person's choice.
    ///
    /// - Returns: what must be done about what was recorded before; nil where the choice was known already.
    mutating func choose(_ category: ConsentCategory, granted isGranted: Bool) -> Action? {
        let before = self.status(of: category)
        guard !self.decided.contains(category) || self.granted.contains(category) != isGranted else { return nil }
        self.decided.set(category, true)
        self.granted.set(category, isGranted)
        if category == .analytics, !isGranted { self.era.person &+= 1 }
        self.noteConsent()
        return before == .pending || isGranted ? Action.none : .purge
    }

    /// Notes a loss in a category that waits for an answer.
    mutating func lose(_ loss: Loss) {
        self.lost.add(loss)
    }

    /// Takes out what was lost in a category that was answered.
    mutating func takeLost(of category: ConsentCategory) -> [Loss] {
        defer { self.lost.removeAll { $0.recordClass.consentCategory == category } }
        return self.lost.filter { $0.recordClass.consentCategory == category }
    }
}

extension ConsentState {
    /// The choices as the state file keeps them.
    var json: JSONValue {
        .object(
            self.choices.sorted { $0.key.rawValue < $1.key.rawValue }.map { category, isGranted in
                (key: category.rawValue, value: .bool(isGranted))
            } + (self.isForgotten ? [(key: Self.forgottenKey, value: .bool(true))] : [])
                + (self.isVisitorForgotten ? [(key: Self.forgottenVisitorKey, value: .bool(true))] : [])
        )
    }

    private static let forgottenKey = "forgotten"
    private static let forgottenVisitorKey = "forgotten_visitor"

    /// Whether ``json`` says that the visitor was forgotten.
    static func isVisitorForgotten(_ json: JSONValue?) -> Bool { json?[Self.forgottenVisitorKey] == .bool(true) }

    /// Whether ``json`` says that the person was forgotten.
    static func isForgotten(_ json: JSONValue?) -> Bool { json?[Self.forgottenKey] == .bool(true) }

    /// Reads what ``json`` wrote; what does not fit is no choice.
    static func choices(_ json: JSONValue?) -> [ConsentCategory: Bool] {
        var choices: [ConsentCategory: Bool] = [:]
        guard case .object(let members)? = json else { return choices }
        for (key, value) in members {
            if let category = ConsentCategory(rawValue: key), case .bool(let isGranted) = value {
                choices[category] = isGranted
            }
        }
        return choices
    }
}

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

    private var waiting: [WaitingRecord] = []
    private var waitingBytes = 0

    /// How many events could not wait because there were too many.
    private(set) var overflowed = 0

    /// What was lost while it waited for an answer; counted only where the person agrees.
    private var lost: [Loss] = []

    /// The most events that wait for an answer, and their most bytes.
    static let maxWaiting = 1_000
    static let maxWaitingBytes = 4 << 20

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
    }

    /// Notes that nothing is kept of person or visitor any more, nor may be before the next consent.
    mutating func forgetVisitor() {
        self.forgetPerson()
        (self.keepsVisitor, self.isVisitorForgotten) = (false, true)
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
        self.noteConsent()
        return before == .pending || isGranted ? Action.none : .purge
    }

    /// Takes what need not wait any longer, once all of a person's choices are noted; what is refused is let go.
    ///
    /// - Returns: what must be recorded, in the order of the calls, whatever the categories.
    mutating func takeAnswered() -> [WaitingRecord] {
        guard !self.waiting.isEmpty else { return [] }
        let answered = self.waiting
        self.waiting = answered.filter { self.status(of: $0.draft.recordClass.consentCategory) == .pending }
        self.waitingBytes = self.waiting.reduce(0) { $0 + $1.body.count }
        return answered.filter { self.allows($0.draft.recordClass.consentCategory) }
    }

    /// Takes properties out of the events that wait.
    mutating func removeProperties(_ names: Set<String>) {
        self.waiting = self.waiting.map { $0.without(names) }
        self.waitingBytes = self.waiting.reduce(0) { $0 + $1.body.count }
    }

    /// Keeps an encoded event until the person answers.
    ///
    /// Where there is no room, the oldest of the lowest classes below the event's own give theirs up.
    ///
    /// - Returns: whether there was room.
    mutating func wait(_ record: WaitingRecord) -> Bool {
        guard self.makeRoom(for: record) else {
            self.loseWaiting(record.draft.recordClass)
            return false
        }
        self.waiting.append(record)
        self.waitingBytes += record.body.count
        return true
    }

    private mutating func makeRoom(for record: WaitingRecord) -> Bool {
        var count = self.waiting.count + 1 - Self.maxWaiting
        var bytes = self.waitingBytes + record.body.count - Self.maxWaitingBytes
        guard count > 0 || bytes > 0 else { return true }
        var leaving: Set<Int> = []
        for lower in RecordClass.allCases.sorted() where lower < record.draft.recordClass {
            for (index, other) in self.waiting.enumerated() where other.draft.recordClass == lower {
                guard count > 0 || bytes > 0 else { break }
                leaving.insert(index)
                count -= 1
                bytes -= other.body.count
            }
        }
        // Nothing is given up for an event that finds no room all the same.
        guard count <= 0, bytes <= 0 else { return false }
        for index in leaving.sorted(by: >) {
            let other = self.waiting.remove(at: index)
            self.waitingBytes -= other.body.count
            self.loseWaiting(other.draft.recordClass)
        }
        return true
    }

    private mutating func loseWaiting(_ recordClass: RecordClass) {
        self.overflowed += 1
        self.lose(Loss(.consentOverflow, recordClass, count: 1))
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

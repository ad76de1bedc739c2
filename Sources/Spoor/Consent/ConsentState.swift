import SpoorStore
import SpoorWire

/// What a person has agreed to, and the events that wait for an answer.
struct ConsentState: Sendable {
    /// What holds where the person was not asked.
    private let initial: ConsentStatus

    private var decided = ConsentSet()
    private var granted = ConsentSet()

    /// Whether anything about the person may be kept on the device: there was consent, now or before.
    ///
    /// Until then ids live in memory, and each start makes new ones.
    private(set) var keepsState: Bool

    private var waiting: [WaitingRecord] = []
    private var waitingBytes = 0

    /// How many events could not wait because there were too many.
    private(set) var overflowed = 0

    /// The most events that wait for an answer, and their most bytes.
    static let maxWaiting = 1_000
    static let maxWaitingBytes = 4 << 20

    /// An encoded event that waits for an answer.
    struct WaitingRecord: Sendable {
        /// The event without its properties; its time, identity and class are those of the call.
        let draft: EventDraft
        /// Its encoded body.
        let body: [UInt8]
    }

    /// What a change of mind asks for.
    enum Action: Sendable {
        /// Nothing.
        case none
        /// Record these, in this order.
        case record([WaitingRecord])
        /// Delete what waits to be uploaded of this category.
        case purge
    }

    /// The state before anything was read.
    init(initial: ConsentStatus = .granted, choices: [ConsentCategory: Bool] = [:], keepsState: Bool = true) {
        self.initial = initial
        for (category, isGranted) in choices {
            self.decided.set(category, true)
            self.granted.set(category, isGranted)
        }
        self.keepsState = keepsState || initial == .granted || !self.granted.isEmpty
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
        if isGranted { self.keepsState = true }
        switch (before, isGranted) {
        case (.pending, true): return .record(self.takeWaiting(of: category))
        case (.pending, false):
            _ = self.takeWaiting(of: category)
            return Action.none
        case (_, false): return .purge
        case (_, true): return Action.none
        }
    }

    /// Keeps an encoded event until the person answers.
    ///
    /// - Returns: whether there was room.
    mutating func wait(_ record: WaitingRecord) -> Bool {
        guard self.waiting.count < Self.maxWaiting, self.waitingBytes + record.body.count <= Self.maxWaitingBytes else {
            self.overflowed += 1
            return false
        }
        self.waiting.append(record)
        self.waitingBytes += record.body.count
        return true
    }

    private mutating func takeWaiting(of category: ConsentCategory) -> [WaitingRecord] {
        let taken = self.waiting.filter { $0.draft.recordClass.consentCategory == category }
        self.waiting.removeAll { $0.draft.recordClass.consentCategory == category }
        self.waitingBytes -= taken.reduce(0) { $0 + $1.body.count }
        return taken
    }
}

extension ConsentState {
    /// The choices as the state file keeps them.
    var json: JSONValue {
        .object(
            self.choices.sorted { $0.key.rawValue < $1.key.rawValue }.map { category, isGranted in
                (key: category.rawValue, value: .bool(isGranted))
            }
        )
    }

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

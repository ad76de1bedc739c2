/// What became of one call of `send`.
public enum SendAnswer: Equatable, Sendable {
    /// The record with this `REPORT_ID` is in the journal: it survives `kill -9` from now on.
    case recorded(String)

    /// The record is kept in memory for now, and does not survive the end of the process until it is recorded.
    ///
    /// That is: until storage opens, or the person answers where consent is pending, or what was held before it for these
    /// reasons is recorded, and it has no id yet; or, with its id, for the moment until a large payload, or one that comes while the disk is slow or full, is in the database.
    case held(String?)

    /// The record is not kept, and why.
    case dropped(SendRefusal)

    /// The record's `REPORT_ID`; nil where it has none yet, or is not kept.
    public var reportID: String? {
        switch self {
        case .recorded(let id): id
        case .held(let id): id
        case .dropped: nil
        }
    }
}

/// Why a record was not taken.
public enum SendRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// The configuration switched collection off for this channel (`isGather`), or the server names it no more.
    case collectionOff

    /// The person opted out of everything.
    case optedOut

    /// The person did not agree to this kind of collection, `monitoring` or `analytics`.
    case noConsent(String)

    /// The type's name breaks the rule for names.
    case invalidType(String)

    /// The prefix's name breaks the rule for names.
    case invalidPrefix(String)

    /// The type is not in the configuration's `monitorList`.
    case typeNotListed(String)

    /// The meta has no field that can be sent.
    case emptyMeta

    /// The meta with the common fields has so many bytes, more than 10 KiB.
    ///
    /// One that is over 40 KiB, or has a list or dictionary of more than 5,120 members, is not looked at to its end; the
    /// number is 40,961 then.
    case metaTooLarge(bytes: Int)

    /// More waits than the journal may hold, or than is held in memory before storage is open or the person has answered.
    ///
    /// In memory a record finds the room of lesser ones: a crash that of business, both that of what else monitoring found.
    case storageFull

    /// The channel was stopped.
    case stopped

    /// The reason as a sentence that says what to do.
    public var description: String {
        switch self {
        case .collectionOff: "\(ReportRefusal.collectionDisabled)"
        case .optedOut: "The person opted out; call optIn() once they agree."
        case .noConsent(let category):
            "There is no consent for '\(category)'; call setConsent(.\(category), granted: true) once the person agrees."
        case .invalidType(let name): "\(ReportRefusal.invalidType(name))"
        case .invalidPrefix(let name): "\(ReportRefusal.invalidPrefix(name))"
        case .typeNotListed(let name): "\(ReportRefusal.typeNotListed(name))"
        case .emptyMeta: "\(ReportRefusal.emptyMeta)"
        case .metaTooLarge(let bytes): "\(ReportRefusal.metaTooLarge(bytes: bytes))"
        case .storageFull: "Records come faster than the device can store them; send less often."
        case .stopped: "The channel was stopped; start its tracker again before sending."
        }
    }

    init(_ refusal: ReportRefusal) {
        self =
            switch refusal {
            case .collectionDisabled: .collectionOff
            case .invalidType(let name): .invalidType(name)
            case .invalidPrefix(let name): .invalidPrefix(name)
            case .typeNotListed(let name): .typeNotListed(name)
            case .emptyMeta: .emptyMeta
            case .metaTooLarge(let bytes): .metaTooLarge(bytes: bytes)
            }
    }
}

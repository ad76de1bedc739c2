/// What an answer means for the batch that was sent: one row of the answer table both ends share.
public enum UploadVerdict: Equatable, Sendable {
    /// Everything arrived; the positions in `rejected` were refused one by one and go to the dead letters.
    case delivered(UploadReceipt)

    /// A receiver in debug mode does not like the event, which is deleted all the same.
    case discarded(status: Int)

    /// The batch was too large for the server (413).
    case tooLarge

    /// The server cannot use the batch (400, 422); `named` are the positions it blames, where it says.
    case refused(named: [Int])

    /// The server could not open the body, or it was changed on its way (400, 422 with ``unopenedHeader``); the sentence
    /// is the server's. Never the events' fault: another key, or another try, may open it.
    case unopened(reason: String)

    /// The server does not let us in (401, 403, 404): never the events' fault.
    case barred(status: Int)

    /// The server is busy or broken for now (408, 425, 429, 5xx); `wait` is what it asks for.
    case overloaded(status: Int, wait: Duration?)

    /// An answer that is not our collector's: 2xx without its receipt, 3xx, any other code.
    case foreign(status: Int)

    /// No answer at all.
    case unreachable(String)

    /// Nothing was sent, because the batch cannot be written or encrypted as configured; the sentence says why.
    case locked(String)

    /// The header field by which a collector says why it could not open a body.
    public static let unopenedHeader = "Spoor-Unopened"

    /// Judges an answer.
    ///
    /// - Parameters:
    ///   - answer: what came back.
    ///   - count: how many events were sent.
    ///   - need: whether a 2xx must carry our receipt.
    ///   - now: the device's wall clock in milliseconds, for `Retry-After` dates.
    public init(_ answer: UploadAnswer, count: Int, receipt need: ReceiptNeed, now: Int64) {
        switch answer {
        case .failure(let reason):
            self = .unreachable(reason)
        case .response(let response) where response.isCut:
            self = .unreachable(Self.cutReason(response))
        case .response(let response):
            self = Self.judge(response, count: count, receipt: need, now: now)
        }
    }

    private static func judge(_ response: UploadResponse, count: Int, receipt need: ReceiptNeed, now: Int64) -> Self {
        let receipt = response.headers["spoor-receipt"].flatMap { UploadReceipt(header: $0) }
        switch response.status {
        case 200..<300:
            let isGiven = response.headers["spoor-receipt"] != nil
            if need == .none || (need == .whereGiven && !isGiven) {
                return .delivered(UploadReceipt(stored: count, duplicate: 0, rejected: []))
            }
            guard let receipt, receipt.accounts(for: count) else { return .foreign(status: response.status) }
            return .delivered(receipt)
        case 413:
            return .tooLarge
        case 400, 422:
            if let reason = response.headers[Self.unopenedHeader.lowercased()] {
                return .unopened(reason: String(reason.trimmedSpaces.prefix(200)))
            }
            return .refused(named: receipt?.rejected.filter { $0 < count } ?? [])
        case 401, 403, 404:
            return .barred(status: response.status)
        case 408, 425, 429, 500...599:
            return .overloaded(status: response.status, wait: RetryAfter.wait(in: response, now: now))
        default:
            return .foreign(status: response.status)
        }
    }

    /// Judges an answer in a debug mode: any HTTP status ends the event's life.
    ///
    /// - Parameters:
    ///   - answer: what came back.
    ///   - count: how many events were sent.
    public init(debugging answer: UploadAnswer, count: Int) {
        switch answer {
        case .failure(let reason):
            self = .unreachable(reason)
        case .response(let response) where response.isCut:
            self = .unreachable(Self.cutReason(response))
        case .response(let response) where (200..<300).contains(response.status):
            self = .delivered(UploadReceipt(stored: count, duplicate: 0, rejected: []))
        case .response(let response):
            self = .discarded(status: response.status)
        }
    }

    /// No collector answers at such length, so whatever the head says, the rest would be needed to believe it.
    private static func cutReason(_ response: UploadResponse) -> String {
        "the answer \(response.status) was broken off because it is longer than \(response.body.count) bytes"
    }

    /// A sentence for logs and reports, where an upload ended with this verdict: what happened and what to look at.
    public var explanation: String {
        switch self {
        case .delivered(let receipt):
            "The collector has the batch: \(receipt.stored) new, \(receipt.duplicate) known, "
                + "\(receipt.rejected.count) refused."
        case .discarded(let status):
            "The debug receiver answered \(status); the event is deleted, as in this mode each answered one is."
        case .tooLarge:
            "The server answers 413 to small single events as well: raise its limit for request bodies, or that of the proxy "
                + "before it. Nothing is deleted."
        case .refused:
            "The server refuses single events one after the other: check the endpoint, the project and the collector's log. "
                + "Nothing is deleted."
        case .unopened(let reason):
            "The server could not open what was sent (\(reason)): check the encryption's key against the collector's. The "
                + "batch is kept and sent again later; nothing is deleted."
        case .barred(let status):
            "The server answered \(status): check the endpoint, the project and the token. Nothing is deleted."
        case .overloaded(let status, _):
            "The server answered \(status); the batch is kept and sent again later."
        case .foreign(let status):
            "An answer \(status) without the collector's receipt: check that the endpoint leads to the collector and "
                + "that no proxy or redirect answers in its place. Nothing is deleted."
        case .locked(let reason):
            "Nothing was sent and the batch is kept. \(reason)"
        case .unreachable(let reason):
            "No answer from the server: \(reason). The batch is kept and sent again later."
        }
    }
}

/// Whether a 2xx answer must carry the collector's receipt.
public enum ReceiptNeed: Equatable, Sendable {
    /// It must: anything else is somebody else's answer.
    case always
    /// What it says counts; without one everything arrived. For receivers of which only some know it.
    case whereGiven
    /// It is not read: the receiver knows none.
    case none
}

import SpoorChannel
import SpoorWire

/// Carries requests, and reads the time off the answers on the way.
///
/// Only an answer of the collector itself counts, known by its receipt for exactly what was sent: a proxy or a captive
/// portal may be years off.
struct TimedTransport: UploadTransport {
    private let transport: any UploadTransport
    private let scheduler: any Scheduler
    private let learned: @Sendable (TrustedTime.Exchange) -> Void

    init(
        _ transport: any UploadTransport,
        scheduler: any Scheduler,
        learned: @escaping @Sendable (TrustedTime.Exchange) -> Void
    ) {
        self.transport = transport
        self.scheduler = scheduler
        self.learned = learned
    }

    func send(_ request: UploadRequest, completion: @escaping @Sendable (UploadAnswer) -> Void) {
        _ = self.begin(request, completion: completion)
    }

    func begin(
        _ request: UploadRequest,
        completion: @escaping @Sendable (UploadAnswer) -> Void
    ) -> UploadCancellation {
        let sent = self.scheduler.continuousTime
        let wall = self.scheduler.wallMilliseconds
        let count = request.headers["Spoor-Count"].flatMap { Int($0) }
        return self.transport.begin(request) { answer in
            let answered = self.scheduler.continuousTime
            if let date = Self.date(of: answer, count: count, now: wall) {
                self.learned(TrustedTime.Exchange(date: date, sent: sent, answered: answered))
            }
            completion(answer)
        }
    }

    /// The collector's time; nil where somebody else answered, or without a time.
    private static func date(of answer: UploadAnswer, count: Int?, now: Int64) -> Int64? {
        guard case .response(let response) = answer, (200..<300).contains(response.status), let count,
            let receipt = response.headers["spoor-receipt"].flatMap({ UploadReceipt(header: $0) }),
            receipt.accounts(for: count)
        else { return nil }
        return response.headers["date"].flatMap { HTTPDate.milliseconds(from: $0, now: now) }
    }
}

/// A tracker that its own transport knows without keeping it alive.
struct WeakTracker: Sendable {
    weak var tracker: Tracker?
}

extension Tracker {
    /// Takes what an answer says of the true time.
    func learn(_ exchange: TrustedTime.Exchange) {
        let wall = self.environment.scheduler.wallMilliseconds
        let now = self.environment.scheduler.continuousTime
        let boot = self.environment.bootID
        self.state.withLock { state in
            guard state.phase == .ready, state.trustedTime.learn(exchange, wall: wall, now: now) else { return }
            self.persist([(key: StateKey.trustedTime, value: state.trustedTime.json(boot: boot))], in: state)
        }
    }
}

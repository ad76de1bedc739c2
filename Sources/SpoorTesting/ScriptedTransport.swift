public import SpoorChannel
import SpoorWire

/// A transport that answers as a script says, after as much virtual time as the script says.
public final class ScriptedTransport: UploadTransport {
    /// One answer of the script.
    public struct Reply: Sendable {
        /// What comes back; nil means never.
        public var answer: UploadAnswer?

        /// When it comes.
        public var delay: Duration

        /// Creates an answer.
        ///
        /// - Parameters:
        ///   - answer: what comes back; nil means never.
        ///   - delay: when it comes.
        public init(_ answer: UploadAnswer?, after delay: Duration = .zero) {
            self.answer = answer
            self.delay = delay
        }
    }

    private struct State {
        var requests: [(request: UploadRequest, uptime: Duration)] = []
        var cancelled: [Int] = []
    }

    private let scheduler: any Scheduler
    private let script: @Sendable (UploadRequest, Int) -> Reply
    private let state = Locked(State())

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - scheduler: whose time the delays are measured in.
    ///   - script: gets each request and its number, from 0, and says what to answer.
    public init(scheduler: any Scheduler, script: @escaping @Sendable (UploadRequest, Int) -> Reply) {
        self.scheduler = scheduler
        self.script = script
    }

    /// All requests so far.
    public var requests: [UploadRequest] {
        self.state.withLock { state in state.requests.map(\.request) }
    }

    /// When each request was made, in the scheduler's uptime.
    public var requestTimes: [Duration] {
        self.state.withLock { state in state.requests.map(\.uptime) }
    }

    /// The numbers of the requests that were ended early, from 0.
    public var cancelled: [Int] {
        self.state.withLock { $0.cancelled }
    }

    /// Notes the request and answers as scripted.
    public func send(_ request: UploadRequest, completion: @escaping @Sendable (UploadAnswer) -> Void) {
        _ = self.begin(request, completion: completion)
    }

    /// Notes the request, and that it is ended early where it is; answers as scripted all the same.
    public func begin(
        _ request: UploadRequest,
        completion: @escaping @Sendable (UploadAnswer) -> Void
    ) -> UploadCancellation {
        let now = self.scheduler.uptime
        let number = self.state.withLock { state in
            state.requests.append((request, now))
            return state.requests.count - 1
        }
        let reply = self.script(request, number)
        if let answer = reply.answer {
            _ = self.scheduler.schedule(after: reply.delay) { completion(answer) }
        }
        return UploadCancellation { [weak self] in self?.state.withLock { $0.cancelled.append(number) } }
    }
}

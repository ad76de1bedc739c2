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

    /// Notes the request and answers as scripted.
    public func send(_ request: UploadRequest, completion: @escaping @Sendable (UploadAnswer) -> Void) {
        let now = self.scheduler.uptime
        let number = self.state.withLock { state in
            state.requests.append((request, now))
            return state.requests.count - 1
        }
        let reply = self.script(request, number)
        guard let answer = reply.answer else { return }
        _ = self.scheduler.schedule(after: reply.delay) { completion(answer) }
    }
}

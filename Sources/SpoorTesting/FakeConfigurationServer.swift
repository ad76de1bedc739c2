public import SpoorChannel
public import SpoorWire

/// A server of configurations in memory: hands out one document, with `ETag`, 304 and a signature.
public final class FakeConfigurationServer: Sendable {
    private struct State {
        var document: UploadResponse?
        var queue: [UploadAnswer] = []
        var version = 0
        var statuses: [Int] = []
    }

    private let state = Locked(State())

    /// Creates a server without a document, which answers 404.
    public init() {}

    /// The statuses of the answers so far; 0 stands for none.
    public var statuses: [Int] { self.state.withLock { $0.statuses } }

    /// Hands out this document from now on.
    ///
    /// - Parameters:
    ///   - text: the document.
    ///   - key: who signs it; nil leaves it unsigned.
    ///   - hasETag: whether it can be asked for conditionally.
    public func publish(_ text: String, signedBy key: SigningKey? = nil, hasETag: Bool = true) {
        let body = Array(text.utf8)
        let signature = key.flatMap { key in (try? key.signature(of: body)).map { Self.header(key.id, $0) } }
        self.publish(body, signature: signature, hasETag: hasETag)
    }

    /// Hands out these bytes with this signature from now on.
    ///
    /// - Parameters:
    ///   - body: the document.
    ///   - signature: the value of the header.
    ///   - hasETag: whether it can be asked for conditionally.
    public func publish(_ body: [UInt8], signature: String?, hasETag: Bool = true) {
        self.state.withLock { state in
            state.version += 1
            var headers: [String: String] = [:]
            if let signature { headers[SignatureCheck.header] = signature }
            if hasETag { headers["ETag"] = "\"\(state.version)\"" }
            state.document = UploadResponse(status: 200, headers: headers, body: body)
        }
    }

    /// A signature as the header carries it.
    public static func header(_ keyID: String, _ signature: [UInt8]) -> String {
        keyID + ":" + String(decoding: signature.withUnsafeBytes { Base64.encode($0) }, as: UTF8.self)
    }

    /// Answers the next requests with these, one each, and with the document afterwards.
    public func next(_ answers: UploadAnswer...) {
        self.state.withLock { $0.queue += answers }
    }

    /// What it answers to a request.
    public func receive(_ request: UploadRequest) -> UploadAnswer {
        self.state.withLock { state in
            let answer = Self.answer(request, &state)
            if case .response(let response) = answer {
                state.statuses.append(response.status)
            } else {
                state.statuses.append(0)
            }
            return answer
        }
    }

    private static func answer(_ request: UploadRequest, _ state: inout State) -> UploadAnswer {
        if !state.queue.isEmpty { return state.queue.removeFirst() }
        guard var response = state.document else { return .response(UploadResponse(status: 404)) }
        if let etag = response.headers["etag"], request.headers["If-None-Match"] == etag {
            return .response(UploadResponse(status: 304, headers: response.headers))
        }
        if response.body.count > request.answerLimit {
            response.body = Array(response.body.prefix(request.answerLimit))
            response.isCut = true
        }
        return .response(response)
    }

    /// A transport that leads here with what is asked for, and to a collector with what is sent.
    ///
    /// - Parameters:
    ///   - scheduler: whose time the answer's delay is measured in.
    ///   - collector: who takes events.
    ///   - delay: how long each answer takes.
    /// - Returns: the transport.
    public func transport(
        scheduler: any Scheduler,
        collector: FakeCollector? = nil,
        delay: Duration = .zero
    ) -> ScriptedTransport {
        ScriptedTransport(scheduler: scheduler) { request, _ in
            guard request.method == .post else { return ScriptedTransport.Reply(self.receive(request), after: delay) }
            return ScriptedTransport.Reply(collector?.receive(request) ?? .failure("no collector"), after: delay)
        }
    }
}

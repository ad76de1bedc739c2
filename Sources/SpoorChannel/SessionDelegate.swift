import Foundation
import SpoorWire

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Answers every redirect with no, and every question for a password too; collects what an answer brings, up to a limit
/// of bytes and of time.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
    /// A request under way, and what it has brought so far.
    private struct Collection {
        let task: URLSessionDataTask
        let limit: Int
        /// When it ends at the latest, in uptime.
        let deadline: Duration
        let completion: @Sendable (UploadAnswer) -> Void
        var body: [UInt8] = []
        /// The answer that asked for a password: some systems report such a task as cancelled.
        var refusal: URLResponse?
    }

    private struct State {
        var collections: [Int: Collection] = [:]
        /// When the deadlines are looked at next, in uptime; nil while nothing is under way.
        var nextLook: Duration?
    }

    private let state = Locked(State())
    private let clock = DispatchScheduler(label: "spoor.transport")

    /// Starts a request whose answer is collected here: never more than the limit is held in memory.
    ///
    /// - Parameters:
    ///   - task: the request.
    ///   - answerLimit: the most bytes of the answer's body.
    ///   - wholeTimeout: how long all of it may take.
    ///   - completion: gets the answer, once.
    /// - Returns: the number by which the request can be ended.
    func start(
        _ task: URLSessionDataTask,
        answerLimit: Int,
        wholeTimeout: Duration,
        _ completion: @escaping @Sendable (UploadAnswer) -> Void
    ) -> Int {
        let deadline = self.clock.uptime + wholeTimeout
        let number = task.taskIdentifier
        let isEarliest = self.state.withLock { state in
            state.collections[number] = Collection(
                task: task,
                limit: max(0, answerLimit),
                deadline: deadline,
                completion: completion
            )
            guard state.nextLook.map({ deadline < $0 }) ?? true else { return false }
            state.nextLook = deadline
            return true
        }
        // One look for all requests: a request that ends in time leaves nothing behind that waits for its end.
        if isEarliest { self.look(after: wholeTimeout) }
        task.resume()
        return number
    }

    /// Ends a request, and answers it, where it is still under way.
    func end(_ number: Int, _ reason: String) {
        guard let collection = self.state.withLock({ $0.collections.removeValue(forKey: number) }) else { return }
        collection.completion(.failure(reason))
        self.cancel(collection.task)
    }

    private func look(after delay: Duration) {
        _ = self.clock.schedule(after: delay) { [weak self] in self?.endOverdue() }
    }

    private func endOverdue() {
        let now = self.clock.uptime
        let (overdue, next) = self.state.withLock { state in
            state.nextLook = state.collections.values.map(\.deadline).filter { $0 > now }.min()
            return (state.collections.filter { $0.value.deadline <= now }.map(\.key), state.nextLook)
        }
        for number in overdue { self.end(number, "the answer was not complete when the request's whole time was over") }
        if let next { self.look(after: next - now) }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let full = self.state.withLock { state -> Collection? in
            let number = dataTask.taskIdentifier
            guard var collection = state.collections.removeValue(forKey: number) else { return nil }
            let room = collection.limit - collection.body.count
            data.withUnsafeBytes { collection.body.append(contentsOf: $0.prefix(room)) }
            if data.count > room { return collection }
            state.collections[number] = collection
            return nil
        }
        guard let full else { return }
        // Nobody waits for the end of what may have none.
        var answer = URLSessionTransport.answer(full.body, dataTask.response, nil)
        if case .response(var response) = answer {
            response.isCut = true
            answer = .response(response)
        }
        self.complete(full, answer)
        self.cancel(full.task)
    }

    /// Cancels beside the delegate's queue: the network layer may be waiting for that queue just now.
    private func cancel(_ task: URLSessionDataTask) {
        self.clock.runBeside { task.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let collection = self.state.withLock { $0.collections.removeValue(forKey: task.taskIdentifier) }
        guard let collection else { return }
        if let refusal = collection.refusal {
            self.complete(collection, URLSessionTransport.answer([], refusal, nil))
        } else {
            self.complete(collection, URLSessionTransport.answer(collection.body, task.response, error))
        }
    }

    /// Answers beside the delegate's queue, too: whoever gets the answer may begin the next request with it.
    private func complete(_ collection: Collection, _ answer: UploadAnswer) {
        let completion = collection.completion
        self.clock.async { completion(answer) }
    }

    /// A receiver or proxy that asks for a password is a status like any other; only the check of a server's
    /// certificate stays with the system.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let asksPassword = [
            NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest, NSURLAuthenticationMethodNTLM,
            NSURLAuthenticationMethodNegotiate, NSURLAuthenticationMethodDefault,
        ].contains(challenge.protectionSpace.authenticationMethod)
        if asksPassword, let response = challenge.failureResponse {
            self.state.withLock { $0.collections[task.taskIdentifier]?.refusal = response }
        }
        completionHandler(asksPassword ? .rejectProtectionSpace : .performDefaultHandling, nil)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

import Foundation
import SpoorWire

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Answers every redirect with no, and every question for a password too; collects what a GET brings, up to a limit.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
    /// The answers that asked for a password, by task: some systems report such a task as cancelled.
    let refusals = Locked<[Int: URLResponse]>([:])

    private struct Collection {
        var body: [UInt8] = []
        var limit: Int
        var isCut = false
        var completion: @Sendable (UploadAnswer) -> Void
    }

    /// What the tasks under way have brought so far, by task.
    private let collections = Locked<[Int: Collection]>([:])

    /// Starts a request whose answer is collected here: never more than the limit is held in memory.
    func get(
        _ request: URLRequest,
        answerLimit: Int,
        in session: URLSession,
        _ completion: @escaping @Sendable (UploadAnswer) -> Void
    ) {
        let task = session.dataTask(with: request)
        let collection = Collection(limit: max(0, answerLimit), completion: completion)
        self.collections.withLock { $0[task.taskIdentifier] = collection }
        task.resume()
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isFull = self.collections.withLock { collections -> Bool in
            guard var collection = collections.removeValue(forKey: dataTask.taskIdentifier) else { return false }
            let room = collection.limit - collection.body.count
            collection.body += data.prefix(room)
            collection.isCut = collection.isCut || data.count > room
            collections[dataTask.taskIdentifier] = collection
            return collection.isCut
        }
        if isFull { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let collection = self.collections.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        guard let collection else { return }
        if let refused = self.refusals.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) {
            return collection.completion(URLSessionTransport.answer([], refused, nil))
        }
        // A body that was broken off ends in "cancelled", which is no failure of the network.
        let answer = URLSessionTransport.answer(collection.body, task.response, collection.isCut ? nil : error)
        guard collection.isCut, case .response(var response) = answer else { return collection.completion(answer) }
        response.isCut = true
        collection.completion(.response(response))
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
            self.refusals.withLock { $0[task.taskIdentifier] = response }
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

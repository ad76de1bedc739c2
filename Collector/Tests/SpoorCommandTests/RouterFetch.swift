import CollectorCore
import CollectorServer
import CollectorTesting
import Foundation

@testable import SpoorCommand

/// Answers by the collector's own routes, without a socket.
struct RouterFetch: Sendable {
    private let router: Router

    init(_ projects: [String: MemoryFacts], now: Int64) {
        let access = ProjectAccess(names: { projects.keys.sorted() }) { name in
            guard let facts = projects[name] else { throw ProjectError.unknown(name) }
            return facts
        }
        self.router = Router(AnalysisAPI(projects: access) { now }.routes)
    }

    @Sendable
    func fetch(_ url: URL) async -> (status: Int, body: [UInt8]) {
        let target = url.path + (url.query.map { "?" + $0 } ?? "")
        return await withCheckedContinuation { continuation in
            self.router.handle(HTTPRequest(method: .get, target: target)) { response in
                continuation.resume(returning: (response.status, response.body))
            }
        }
    }
}

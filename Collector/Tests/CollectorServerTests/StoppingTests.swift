import CollectorServer
import Dispatch
import Foundation
import SpoorWire
import Testing

/// How a collector ends while clients go on.
struct StoppingTests {
    @Test("A stop amid new connections ends orderly: each of them is answered or closed", arguments: 0..<20)
    func stoppingAmidConnections(round: Int) throws {
        let server = try LiveServer()
        let request = Array("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
        let answered = DispatchSemaphore(value: 0)
        let isOver = Locked(false)
        let broken = Locked<[String]>([])
        let clients = DispatchGroup()
        for _ in 0..<4 {
            clients.enter()
            Thread.detachNewThread {
                defer { clients.leave() }
                while !isOver.withLock({ $0 }) {
                    guard let bytes = try? server.exchange(request) else { return }
                    let text = String(decoding: bytes, as: UTF8.self)
                    // 503 is the answer to this question while the collector ends.
                    if text.hasPrefix("HTTP/1.1 200") || text.hasPrefix("HTTP/1.1 503") {
                        answered.signal()
                    } else if !text.isEmpty {
                        broken.withLock { $0.append(text) }
                    }
                }
            }
        }
        for _ in 0..<4 + round { try #require(answered.wait(timeout: .now() + .seconds(600)) == .success) }
        server.collector.stop()
        isOver.withLock { $0 = true }
        clients.wait()
        #expect(broken.withLock { $0 } == [])
    }
}

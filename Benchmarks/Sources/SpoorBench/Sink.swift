import Foundation
import SpoorWire

/// A server that answers at once, or after a delay, and keeps the bodies: nothing is counted while a run is timed.
///
/// `GET /verify` unpacks and counts afterwards. One thread per connection; requests carry `Content-Length`.
final class Sink: Sendable {
    private let delay: UInt32
    private let bodies = Locked<[[UInt8]]>([])

    init(delayMilliseconds: Int) {
        self.delay = UInt32(max(0, delayMilliseconds)) * 1000
    }

    /// Listens on a free loopback port, prints it, and serves until the process is ended.
    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        let listener = try LoopbackSocket.listen()
        print(listener.port)
        fflush(nil)
        while true {
            guard let connection = listener.accept() else { continue }
            Thread.detachNewThread { self.serve(connection) }
        }
    }

    private func serve(_ connection: LoopbackSocket) {
        var reader = HTTPMessageReader(socket: connection)
        while let message = reader.next() {
            if message.head.hasPrefix("GET /verify") {
                connection.write(Self.response(headers: "", body: self.verify()))
                continue
            }
            self.bodies.withLock { $0.append(message.body) }
            if self.delay > 0 { usleep(self.delay) }
            let count = message.header("spoor-count") ?? "0"
            connection.write(
                Self.response(headers: "Spoor-Receipt: stored=\(count) duplicate=0 rejected=\r\n", body: "{}")
            )
        }
        connection.close()
    }

    private static func response(headers: String, body: String) -> [UInt8] {
        Array("HTTP/1.1 200 OK\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
    }

    /// How many different events there are, how many came twice, and how many bodies cannot be read.
    private func verify() -> String {
        let bodies = self.bodies.withLock { $0 }
        var ids: Set<String> = []
        var total = 0
        var unreadable = 0
        for body in bodies {
            guard let plain = try? body.withUnsafeBytes({ try Gzip.decompress($0, limit: 64 << 20) }),
                case .array(let events)? = try? JSONValue(parsing: plain)
            else {
                unreadable += 1
                continue
            }
            for event in events {
                total += 1
                ids.insert(event["_id"]?.stringValue ?? "")
            }
        }
        return "{\"unique\":\(ids.count),\"duplicates\":\(total - ids.count),\"unreadable\":\(unreadable)}"
    }
}

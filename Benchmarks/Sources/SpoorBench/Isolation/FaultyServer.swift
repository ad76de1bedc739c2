import Foundation

/// A server on a loopback port that answers everything with one status, or never.
struct FaultyServer {
    let port: UInt16

    var endpoint: String { "http://127.0.0.1:\(self.port)" }

    /// Starts it.
    ///
    /// - Parameter status: the status; nil answers nothing, and keeps the connection.
    /// - Throws: where there is no port.
    init(status: Int?) throws {
        let listener = try LoopbackSocket.listen()
        self.port = listener.port
        Thread.detachNewThread {
            while true {
                guard let connection = listener.accept() else { continue }
                Thread.detachNewThread { Self.serve(connection, status) }
            }
        }
    }

    private static func serve(_ connection: LoopbackSocket, _ status: Int?) {
        var reader = HTTPMessageReader(socket: connection)
        while reader.next() != nil {
            guard let status else { continue }
            connection.write(Array("HTTP/1.1 \(status) No\r\nContent-Length: 0\r\n\r\n".utf8))
        }
        connection.close()
    }
}

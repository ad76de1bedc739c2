import CollectorCore
import CollectorServer
import Foundation
import SpoorWire

/// A collector on a port of its own, spoken to through a plain socket.
final class LiveServer: Sendable {
    let folder: String
    let collector: Collector
    let gate = Locked<CommitGate>({ _ in })

    init(configure: (inout CollectorConfiguration) -> Void = { _ in }) throws {
        self.folder = NSTemporaryDirectory() + "spoor-live-" + UUID().uuidString
        let gate = self.gate
        var settings = StoreSettings(folder: self.folder, timeZone: .gmt)
        settings.gate = { stage in try gate.withLock { $0 }(stage) }
        var configuration = CollectorConfiguration(store: settings)
        configure(&configuration)
        self.collector = try Collector(configuration)
    }

    deinit {
        self.collector.stop()
        try? FileManager.default.removeItem(atPath: self.folder)
    }

    struct Answer {
        let status: Int
        let headers: [String: String]
        let body: String
    }

    /// Sends one request on a connection of its own and reads the answer to its end.
    func send(
        _ method: String,
        _ target: String,
        headers: [String: String] = [:],
        body: [UInt8] = [],
        isChunked: Bool = false
    ) throws -> Answer {
        let headers = ["Host": "localhost"].merging(headers) { $1 }
        var head = "\(method) \(target) HTTP/1.1\r\nConnection: close\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        head += isChunked ? "Transfer-Encoding: chunked\r\n\r\n" : "Content-Length: \(body.count)\r\n\r\n"
        var bytes = Array(head.utf8)
        if isChunked {
            for start in stride(from: 0, to: body.count, by: 1_000) {
                let part = body[start..<min(start + 1_000, body.count)]
                bytes += Array("\(String(part.count, radix: 16))\r\n".utf8) + part + Array("\r\n".utf8)
            }
            bytes += Array("0\r\n\r\n".utf8)
        } else {
            bytes += body
        }
        return try Self.parse(self.exchange(bytes))
    }

    /// Sends raw bytes and reads until the server closes the connection.
    func exchange(_ bytes: [UInt8]) throws -> [UInt8] {
        let handle = try self.connected()
        defer { close(handle) }
        Self.send(bytes, to: handle)
        return Self.rest(of: handle)
    }

    static func send(_ bytes: [UInt8], to handle: Int32) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { write(handle, $0.baseAddress?.advanced(by: sent), bytes.count - sent) }
            guard count > 0 else { break }
            sent += count
        }
    }

    /// Reads until the server closes the connection.
    static func rest(of handle: Int32) -> [UInt8] {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(handle, &buffer, buffer.count)
            guard count > 0 else { return received }
            received += buffer[..<count]
        }
    }

    /// A connection to the server, which the caller closes.
    ///
    /// - Parameter source: the address that it comes from.
    /// - Returns: the socket.
    /// - Throws: `POSIXError` where there is no connection.
    func connected(from source: String = "127.0.0.1") throws -> Int32 {
        #if canImport(Darwin)
        let handle = socket(AF_INET, SOCK_STREAM, 0)
        #else
        let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        guard Self.with(source, port: 0, { bind(handle, $0, $1) }) == 0,
            Self.with("127.0.0.1", port: self.collector.port, { connect(handle, $0, $1) }) == 0
        else {
            close(handle)
            throw POSIXError(.ECONNREFUSED)
        }
        return handle
    }

    private static func with(
        _ host: String,
        port: UInt16,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr(host)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static func parse(_ bytes: [UInt8]) throws -> Answer {
        let text = String(decoding: bytes, as: UTF8.self)
        let parts = text.components(separatedBy: "\r\n\r\n")
        let lines = parts[0].components(separatedBy: "\r\n")
        let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) }
        guard let status else { throw POSIXError(.EPROTO) }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let field = line.components(separatedBy: ": ")
            headers[field[0].lowercased()] = field.dropFirst().joined(separator: ": ")
        }
        return Answer(status: status, headers: headers, body: parts.dropFirst().joined(separator: "\r\n\r\n"))
    }
}

import Foundation

/// A blocking TCP socket on the loopback address.
struct LoopbackSocket: Sendable {
    private let descriptor: Int32
    let port: UInt16

    /// Listens on a free port.
    static func listen() throws -> LoopbackSocket {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.address(port: 0)
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard descriptor >= 0, bound == 0, Glibc.listen(descriptor, 64) == 0 else {
            throw BenchError("no loopback port can be listened on")
        }
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        return LoopbackSocket(descriptor: descriptor, port: UInt16(bigEndian: address.sin_port))
    }

    /// Connects to a port.
    static func connect(port: UInt16) throws -> LoopbackSocket {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.address(port: port)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw BenchError("nothing listens on port \(port)") }
        return LoopbackSocket(configuring: descriptor, port: port)
    }

    private init(descriptor: Int32, port: UInt16) {
        self.descriptor = descriptor
        self.port = port
    }

    private init(configuring descriptor: Int32, port: UInt16) {
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        self.init(descriptor: descriptor, port: port)
    }

    func accept() -> LoopbackSocket? {
        let accepted = Glibc.accept(self.descriptor, nil, nil)
        return accepted >= 0 ? LoopbackSocket(configuring: accepted, port: self.port) : nil
    }

    /// Reads what is there, at most a buffer full; nothing at the end.
    func read(into buffer: inout [UInt8]) -> Int {
        let size = buffer.count
        return max(0, buffer.withUnsafeMutableBytes { recv(self.descriptor, $0.baseAddress, size, 0) })
    }

    func write(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { whole in
            var done = 0
            while done < whole.count {
                let sent = send(self.descriptor, whole.baseAddress.map { $0 + done }, whole.count - done, 0)
                guard sent > 0 else { return }
                done += sent
            }
        }
    }

    func close() {
        Glibc.close(self.descriptor)
    }

    private static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}

/// One HTTP message of either direction.
struct HTTPMessage {
    /// Start line and header, in lower case except the start line.
    var head: String
    var body: [UInt8]

    func header(_ name: String) -> String? {
        for line in self.head.split(separator: "\r\n").dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2, parts[0].lowercased() == name {
                return parts[1].trimmingCharacters(in: .whitespaces)
            }
        }
        return nil
    }
}

/// Cuts the bytes of a connection into messages with `Content-Length`.
struct HTTPMessageReader {
    let socket: LoopbackSocket
    private var pending: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 256 << 10)

    init(socket: LoopbackSocket) {
        self.socket = socket
    }

    mutating func next() -> HTTPMessage? {
        while true {
            if let end = self.headEnd() {
                let head = String(decoding: self.pending[..<end], as: UTF8.self)
                let length = HTTPMessage(head: head, body: []).header("content-length").flatMap { Int($0) } ?? 0
                while self.pending.count < end + 4 + length {
                    guard self.fill() else { return nil }
                }
                let body = Array(self.pending[(end + 4)..<(end + 4 + length)])
                self.pending.removeFirst(end + 4 + length)
                return HTTPMessage(head: head, body: body)
            }
            guard self.fill() else { return nil }
        }
    }

    private func headEnd() -> Int? {
        guard self.pending.count >= 4 else { return nil }
        return self.pending.withUnsafeBytes { bytes in
            (0...(bytes.count - 4)).first {
                bytes[$0] == 13 && bytes[$0 + 1] == 10 && bytes[$0 + 2] == 13 && bytes[$0 + 3] == 10
            }
        }
    }

    private mutating func fill() -> Bool {
        let count = self.socket.read(into: &self.buffer)
        self.pending += self.buffer[..<count]
        return count > 0
    }
}

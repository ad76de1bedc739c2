import Foundation

#if canImport(Darwin)
import Darwin
private let streamType = SOCK_STREAM
private let systemAccept = Darwin.accept
private let systemListen = Darwin.listen
private let systemClose = Darwin.close
#else
import Glibc
private let streamType = Int32(SOCK_STREAM.rawValue)
private let systemAccept = Glibc.accept
private let systemListen = Glibc.listen
private let systemClose = Glibc.close
#endif

/// A blocking TCP socket on the loopback address.
struct ServerSocket: Sendable {
    #if canImport(Darwin)
    private static let noSignal: Int32 = 0
    private static let shutBoth = SHUT_RDWR
    #else
    private static let noSignal = Int32(MSG_NOSIGNAL)
    private static let shutBoth = Int32(SHUT_RDWR)
    #endif

    let descriptor: Int32
    let port: UInt16

    /// Listens on a free port.
    static func listen() throws -> ServerSocket {
        let descriptor = socket(AF_INET, streamType, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard descriptor >= 0, bound == 0, systemListen(descriptor, 64) == 0 else { throw POSIXError(.EADDRINUSE) }
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        return ServerSocket(descriptor: descriptor, port: UInt16(bigEndian: address.sin_port))
    }

    /// The next connection; nil once the socket is shut.
    func accept() -> ServerSocket? {
        let accepted = systemAccept(self.descriptor, nil, nil)
        guard accepted >= 0 else { return nil }
        // Somebody who does not speak HTTP must not hold the thread.
        var limit = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(accepted, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        return ServerSocket(descriptor: accepted, port: self.port)
    }

    /// What is there, at most `limit` bytes; empty at the end.
    func read(limit: Int = 64 << 10) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: limit)
        let count = buffer.withUnsafeMutableBytes { recv(self.descriptor, $0.baseAddress, limit, 0) }
        return Array(buffer.prefix(max(0, count)))
    }

    /// Waits a moment for bytes of the other end, which says nothing more.
    func listen(milliseconds: Int32) {
        var wanted = pollfd(fd: self.descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&wanted, 1, milliseconds)
    }

    /// Sends all of it.
    ///
    /// - Returns: whether the other end still takes it.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { send(self.descriptor, $0.baseAddress, $0.count, Self.noSignal) }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    /// Ends the connection with a reset, as a lost network does.
    func cut() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(self.descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        self.close()
    }

    /// Wakes whoever waits for a connection, for good.
    func shut() {
        _ = shutdown(self.descriptor, Self.shutBoth)
        self.close()
    }

    func close() { _ = systemClose(self.descriptor) }
}

#if canImport(Glibc) || canImport(Musl)
import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Listens to the kernel's announcements of changed interfaces and routes; nothing runs while nothing changes.
///
/// Where the kernel refuses, as in some sandboxes, nothing is announced.
final class NetlinkSignal: @unchecked Sendable {  // The source never changes, and any thread may cancel it.
    private let source: (any DispatchSourceRead)?

    /// Begins to listen; `handler` is called on a queue of its own, once for a burst of announcements.
    init(_ handler: @escaping @Sendable () -> Void) {
        guard let descriptor = Self.open() else {
            self.source = nil
            return
        }
        let queue = DispatchQueue(label: "spoor.network", qos: .utility)
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler {
            Self.drain(descriptor)
            handler()
        }
        source.setCancelHandler { close(descriptor) }
        source.activate()
        self.source = source
    }

    deinit {
        self.source?.cancel()
    }

    /// Whether the kernel announces anything.
    var isListening: Bool { self.source != nil }

    private static func open() -> Int32? {
        // AF_NETLINK, raw, non-blocking, closed when another program takes the process over; NETLINK_ROUTE.
        let descriptor = socket(16, 3 | 0x800 | 0x80000, 0)
        guard descriptor >= 0 else { return nil }
        // struct sockaddr_nl: family, padding, port id (the kernel's choice), groups: links, addresses and routes of
        // IPv4 and of IPv6.
        let groups: UInt32 = 0x1 | 0x10 | 0x40 | 0x100 | 0x400
        var address: (UInt16, UInt16, UInt32, UInt32) = (16, 0, 0, groups)
        let isBound = withUnsafeBytes(of: &address) { bytes -> Bool in
            guard let base = bytes.baseAddress else { return false }
            return bind(descriptor, base.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) == 0
        }
        guard isBound else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private static func drain(_ descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 8192)
        // An overrun is an announcement as well; it ends like an empty queue.
        while recv(descriptor, &buffer, buffer.count, 0) > 0 {}
    }
}
#endif

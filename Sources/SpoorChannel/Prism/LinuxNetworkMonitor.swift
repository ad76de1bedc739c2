#if canImport(Glibc) || canImport(Musl)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import SpoorWire

/// The network as Linux shows it in `/sys/class/net` and its routing tables.
///
/// The files are read whenever the status is asked for, which takes a fraction of a millisecond, so it is never old.
public final class LinuxNetworkMonitor: NetworkMonitor {
    /// Where the files are.
    public struct Files: Sendable {
        /// The folder with one folder for each interface.
        public var interfaces = "/sys/class/net"
        /// The routing table of IPv4.
        public var routes4 = "/proc/net/route"
        /// The routing table of IPv6.
        public var routes6 = "/proc/net/ipv6_route"

        /// Names the system's own files.
        public init() {}
    }

    private let files: Files
    private let last: Locked<NetworkStatus>
    private let observers = NetworkObservers()
    private let signal = Locked<NetlinkSignal?>(nil)

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - files: where the files are.
    ///   - listens: whether the kernel is asked to announce changes; without, ``refresh()`` notices them.
    public init(files: Files = Files(), listens: Bool = true) {
        self.files = files
        self.last = Locked(Self.reading(files).status)
        guard listens else { return }
        let signal = NetlinkSignal { [weak self] in self?.refresh() }
        self.signal.withLock { $0 = signal }
    }

    /// The network now, read from the files.
    public var status: NetworkStatus { Self.reading(self.files).status }

    /// Tells `handler` of another status, on the thread that noticed it.
    public func observe(_ handler: @escaping @Sendable () -> Void) -> NetworkObservation {
        self.observers.add(handler)
    }

    /// Reads the files, and tells those who listen where the status is another one.
    public func refresh() {
        let status = self.status
        let isNew = self.last.withLock { last in
            defer { last = status }
            return last != status
        }
        if isNew { self.observers.tell() }
    }

    private static func reading(_ files: Files) -> LinuxNetworkReading {
        let version4 = self.text(of: files.routes4).map(LinuxRoute.version4)
        let version6 = self.text(of: files.routes6).map(LinuxRoute.version6)
        let hasRoutes = version4 != nil || version6 != nil
        return LinuxNetworkReading(
            interfaces: self.names(in: files.interfaces)?.map { self.interface($0, in: files.interfaces) },
            routes: hasRoutes ? (version4 ?? []) + (version6 ?? []) : nil
        )
    }

    private static func interface(_ name: String, in folder: String) -> LinuxInterface {
        let own = "\(folder)/\(name)"
        var interface = LinuxInterface(name: name)
        interface.type = self.text(of: "\(own)/type").flatMap { Int($0.trimmingEnd) }
        interface.operationalState = self.text(of: "\(own)/operstate")?.trimmingEnd
        interface.event = self.text(of: "\(own)/uevent") ?? ""
        interface.isWireless = access("\(own)/wireless", F_OK) == 0 || access("\(own)/phy80211", F_OK) == 0
        return interface
    }

    private static func names(in folder: String) -> [String]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// The text of a small file, at most 1 MiB of it; nil where it cannot be read.
    private static func text(of path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while bytes.count < 1 << 20 {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension String {
    fileprivate var trimmingEnd: String {
        var text = self[...]
        while let last = text.last, last.isWhitespace { text = text.dropLast() }
        return String(text)
    }
}
#endif

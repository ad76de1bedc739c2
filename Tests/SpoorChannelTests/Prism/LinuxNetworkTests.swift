#if os(Linux)
import Foundation
import SpoorWire
import Testing

@testable import SpoorChannel

struct LinuxNetworkTests {
    /// A tree of files as the kernel shows them.
    struct Tree: Sendable, CustomTestStringConvertible {
        var name: String
        var expected: NetworkStatus
        /// Path below the interfaces' folder, and text; nil where there is no such folder.
        var interfaces: [String: String]?
        var routes4: String?
        var routes6: String?

        var testDescription: String { self.name }
    }

    private static let head = "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n"
    private static let head6 = String(repeating: "0", count: 32)

    private static func route(_ name: String, metric: Int = 0, flags: String = "0003") -> String {
        "\(name)\t00000000\t0102A8C0\t\(flags)\t0\t0\t\(metric)\t00000000\t0\t0\t0   \n"
    }

    private static func onLink(_ name: String, _ destination: String = "0002A8C0") -> String {
        "\(name)\t\(destination)\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0\n"
    }

    private static func route6(
        _ name: String,
        _ destination: String = Self.head6,
        length: String = "00",
        metric: String = "00000400",
        flags: String = "00000003"
    ) -> String {
        "\(destination) \(length) \(self.head6) 00 \(self.head6) \(metric) 00000001 00000000 \(flags) \(name)\n"
    }

    private static let loopback = ["lo/type": "772\n", "lo/operstate": "unknown\n"]

    private static func interface(
        _ name: String,
        type: Int = 1,
        state: String = "up",
        event: String = "",
        wireless: Bool = false
    ) -> [String: String] {
        var files = ["\(name)/type": "\(type)\n", "\(name)/operstate": "\(state)\n", "\(name)/uevent": event]
        if wireless { files["\(name)/wireless/.keep"] = "" }
        return files
    }

    private static func tree(
        _ name: String,
        _ expected: NetworkStatus,
        _ interfaces: [[String: String]],
        _ routes: String,
        six: String? = nil
    ) -> Tree {
        let files = ([self.loopback] + interfaces).reduce(into: [:]) { all, more in all.merge(more) { _, last in last }
        }
        return Tree(name: name, expected: expected, interfaces: files, routes4: self.head + routes, routes6: six)
    }

    private static let wlan = Self.interface("wlan0", event: "DEVTYPE=wlan\nINTERFACE=wlan0\n", wireless: true)
    private static let wwan = Self.interface("wwan0", type: 65_534, event: "DEVTYPE=wwan\n")
    private static let cable = Self.interface("eth0")

    private static let trees: [Tree] = [
        Self.tree("cable", .wifi, [Self.cable], Self.route("eth0")),
        Self.tree("wireless", .wifi, [Self.wlan], Self.route("wlan0")),
        Self.tree("modem", .cellular, [Self.wwan], Self.route("wwan0")),
        Self.tree("modem as Ethernet", .cellular, [Self.interface("wwp0s20u4")], Self.route("wwp0s20u4")),
        Self.tree("modem of a phone", .cellular, [Self.interface("rmnet_data0", type: 519)], Self.route("rmnet_data0")),
        Self.tree(
            "modem known by its event alone",
            .cellular,
            [Self.interface("net7", event: "A=b\nDEVTYPE=wwan\n")],
            Self.route("net7")
        ),
        Self.tree("raw IP under another name", .cellular, [Self.interface("x0", type: 519)], Self.route("x0")),
        Self.tree(
            "a phone through Bluetooth",
            .unknown,
            [Self.interface("bnep0", event: "DEVTYPE=bluetooth\n")],
            Self.route("bnep0")
        ),
        Self.tree("PPP", .unknown, [Self.interface("ppp0", type: 512)], Self.route("ppp0")),
        Self.tree("no interface but the loopback", .none, [], ""),
        Self.tree("a cable without a route", .none, [Self.cable], ""),
        Self.tree(
            "a route over a cable that is pulled",
            .none,
            [Self.interface("eth0", state: "down")],
            Self.route("eth0")
        ),
        Self.tree(
            "a radio that waits for its login",
            .none,
            [Self.interface("wlan0", state: "dormant")],
            Self.route("wlan0")
        ),
        Self.tree(
            "a driver that tells no state",
            .wifi,
            [Self.interface("eth0", state: "unknown")],
            Self.route("eth0")
        ),
        Self.tree("a route that is not up", .none, [Self.cable], Self.route("eth0", flags: "0002")),
        Self.tree("a route that rejects", .none, [Self.cable], Self.route("eth0", flags: "0201")),
        Self.tree(
            "both, Wi-Fi preferred",
            .wifi,
            [Self.wlan, Self.wwan],
            Self.route("wwan0", metric: 700) + Self.route("wlan0", metric: 600)
        ),
        Self.tree(
            "both, the modem preferred",
            .cellular,
            [Self.wlan, Self.wwan],
            Self.route("wwan0", metric: 50) + Self.route("wlan0", metric: 600)
        ),
        Self.tree(
            "both alike, the dearer counts",
            .cellular,
            [Self.wlan, Self.wwan],
            Self.route("wlan0") + Self.route("wwan0")
        ),
        Self.tree(
            "both, Wi-Fi preferred but down",
            .cellular,
            [Self.interface("wlan0", state: "down"), Self.wwan],
            Self.route("wlan0", metric: 1) + Self.route("wwan0", metric: 700)
        ),
        Self.tree(
            "a tunnel over Wi-Fi",
            .wifi,
            [Self.wlan, Self.interface("tun0", type: 65_534, state: "unknown")],
            Self.route("tun0", metric: 50) + Self.route("wlan0", metric: 600)
        ),
        Self.tree(
            "a tunnel over a modem",
            .cellular,
            [Self.wwan, Self.interface("tun0", type: 65_534, state: "unknown")],
            Self.route("tun0", metric: 50) + Self.onLink("wwan0")
        ),
        Self.tree(
            "a tunnel over nothing known",
            .unknown,
            [Self.interface("wg0", type: 65_534, event: "DEVTYPE=wireguard")],
            Self.route("wg0")
        ),
        Self.tree("an isolated network without a default route", .wifi, [Self.cable], Self.onLink("eth0")),
        Self.tree(
            "link-local addresses alone reach nobody",
            .none,
            [Self.cable],
            "eth0\t0000FEA9\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0\n" + Self.onLink("eth0", "000000E0")
        ),
        Self.tree("IPv6 alone", .wifi, [Self.wlan], "", six: Self.route6("wlan0")),
        Self.tree("IPv6 over a modem", .cellular, [Self.wwan], "", six: Self.route6("wwan0")),
        Self.tree(
            "IPv6 without a way out",
            .none,
            [Self.cable],
            "",
            six: Self.route6("lo", metric: "ffffffff", flags: "00200200")
                + Self.route6("lo", "00000000000000000000000000000001", length: "80", flags: "80200001")
                + Self.route6("eth0", "fe800000000000000000000000000000", length: "40", flags: "00000001")
                + Self.route6("eth0", "fd000000000000000000000000000002", length: "80", flags: "80200001")
                + Self.route6("eth0", "ff000000000000000000000000000000", length: "08", flags: "00000001")
        ),
        Self.tree(
            "lines that nobody understands",
            .none,
            [Self.cable],
            "eth0\n\u{0}\u{1}\n\t\t\t\neth0 x y z 1 2 3 4 5\n",
            six: "zz 00\n\n"
        ),
        Self.tree("an interface that is in the table alone", .unknown, [], Self.route("eth7")),
        Tree(name: "no files at all", expected: .unknown),
        Tree(name: "no tables", expected: .unknown, interfaces: Self.cable),
        Tree(name: "tables without interfaces", expected: .unknown, routes4: Self.head + Self.route("eth0")),
        Tree(name: "empty tables without interfaces", expected: .none, routes4: Self.head, routes6: ""),
    ]

    /// Writes the tree below a folder of its own, and runs the body with it.
    private static func withFiles(_ tree: Tree, _ body: (LinuxNetworkMonitor.Files) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "spoor-net-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var files = LinuxNetworkMonitor.Files()
        files.interfaces = folder.appending(path: "net").path
        files.routes4 = folder.appending(path: "route").path
        files.routes6 = folder.appending(path: "ipv6_route").path
        for (path, text) in tree.interfaces ?? [:] { try self.write(text, to: "\(files.interfaces)/\(path)") }
        if let text = tree.routes4 { try self.write(text, to: files.routes4) }
        if let text = tree.routes6 { try self.write(text, to: files.routes6) }
        try body(files)
    }

    private static func write(_ text: String, to path: String) throws {
        let url = URL(filePath: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    @Test(arguments: Self.trees)
    func theFilesTellTheNetwork(tree: Tree) throws {
        try Self.withFiles(tree) { files in
            #expect(LinuxNetworkMonitor(files: files, listens: false).status == tree.expected)
        }
    }

    @Test func thoseWhoListenAreToldOfAnotherStatusAndOfNothingElse() throws {
        let tree = Self.tree("", .wifi, [Self.wlan, Self.wwan], Self.route("wlan0"))
        try Self.withFiles(tree) { files in
            let monitor = LinuxNetworkMonitor(files: files, listens: false)
            let seen = Locked<[NetworkStatus]>([])
            let observation = monitor.observe { seen.withLock { $0.append(monitor.status) } }
            monitor.refresh()
            try Self.write(Self.head + Self.route("wlan0", metric: 5), to: files.routes4)
            monitor.refresh()
            #expect(seen.withLock { $0 } == [])
            try Self.write(Self.head + Self.route("wwan0"), to: files.routes4)
            #expect(monitor.status == .cellular)
            monitor.refresh()
            try Self.write(Self.head, to: files.routes4)
            monitor.refresh()
            #expect(seen.withLock { $0 } == [.cellular, .none])
            observation.cancel()
            try Self.write(Self.head + Self.route("wlan0"), to: files.routes4)
            monitor.refresh()
            #expect(seen.withLock { $0.count } == 2)
        }
    }

    @Test func thisMachinesOwnFilesAreUnderstood() {
        let monitor = LinuxNetworkMonitor()
        // Nothing is known of the machine, but asking twice gives one answer.
        #expect(monitor.status == monitor.status)
    }
}
#endif

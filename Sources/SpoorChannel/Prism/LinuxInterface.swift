/// One interface of `/sys/class/net`, and which kind of network it is.
struct LinuxInterface: Equatable, Sendable {
    /// What carries the bytes.
    enum Kind: Equatable, Sendable {
        case loopback
        case free
        case cellular
        /// Leads through another interface, such as a virtual private network.
        case tunnel
        case unknown
    }

    /// Its name, such as `eth0`.
    var name: String
    /// The text of `type`: the kind of hardware as the kernel numbers it.
    var type: Int?
    /// The text of `operstate`.
    var operationalState: String?
    /// The text of `uevent`.
    var event = ""
    /// Whether it has a `wireless` or `phy80211` folder.
    var isWireless = false

    /// Whether it carries anything now; drivers that do not tell count as if they did.
    var isUp: Bool {
        switch self.operationalState {
        case "down", "lowerlayerdown", "notpresent", "dormant", "testing": false
        default: true
        }
    }

    /// What carries the bytes.
    var kind: Kind {
        if self.type == 772 || self.name == "lo" { return .loopback }
        // Before all else: modems show themselves as Ethernet, as raw IP or as nothing at all.
        if self.name.hasPrefix("ww") || self.name.hasPrefix("rmnet") || self.name.hasPrefix("ccmni")
            || self.deviceType == "wwan" || self.type == 519 || self.type == 530
        {
            return .cellular
        }
        if self.isWireless || self.deviceType == "wlan" { return .free }
        if self.deviceType == "wireguard" { return .tunnel }
        switch self.type {
        // Through Bluetooth one reaches a phone, and through that a network that nobody here knows.
        case 1: return self.deviceType == "bluetooth" ? .unknown : .free
        // None, IP in IP, IPv6 in IPv4, GRE, IPv6 in IPv6.
        case 65_534, 768, 769, 776, 778, 823: return .tunnel
        default: return .unknown
        }
    }

    private var deviceType: String? {
        self.event.split(separator: "\n").first { $0.hasPrefix("DEVTYPE=") }.map { String($0.dropFirst(8)) }
    }
}

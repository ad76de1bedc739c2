/// One line of the kernel's routing tables, as far as it says whether and where the device reaches others.
struct LinuxRoute: Equatable, Sendable {
    /// The interface it leads through.
    var interface: String
    /// Whether it is the way to everywhere that has no route of its own.
    var isDefault: Bool
    /// Lower ones are preferred.
    var metric: UInt64

    private static let isUp: UInt64 = 0x1
    private static let isRejected: UInt64 = 0x200
    /// A route to an address of the device itself (`RTF_LOCAL`).
    private static let isLocal: UInt64 = 0x8000_0000

    /// The usable routes of `/proc/net/route`; lines that are not understood are left out.
    static func version4(_ text: String) -> [LinuxRoute] {
        self.lines(of: text).compactMap { fields in
            guard fields.count >= 8, let destination = UInt32(fields[1], radix: 16),
                let flags = UInt64(fields[3], radix: 16), let metric = UInt64(fields[6]),
                let mask = UInt32(fields[7], radix: 16), self.isUsable(flags)
            else { return nil }
            // Addresses stand in memory order: the first byte of 169.254.0.0 is the lowest here.
            if destination & 0xFFFF == 0xFEA9 || destination & 0xF0 == 0xE0 { return nil }
            return LinuxRoute(interface: fields[0], isDefault: destination == 0 && mask == 0, metric: metric)
        }
    }

    /// The usable routes of `/proc/net/ipv6_route`; lines that are not understood are left out.
    static func version6(_ text: String) -> [LinuxRoute] {
        self.lines(of: text).compactMap { fields in
            guard fields.count >= 10, fields[0].utf8.count == 32, let length = UInt8(fields[1], radix: 16),
                let metric = UInt64(fields[5], radix: 16), let flags = UInt64(fields[8], radix: 16),
                self.isUsable(flags), flags & self.isLocal == 0, let first = UInt16(fields[0].prefix(4), radix: 16)
            else { return nil }
            // Link-local and multicast routes stand there for every interface that is up, reachable or not.
            if first & 0xFFC0 == 0xFE80 || first & 0xFF00 == 0xFF00 { return nil }
            return LinuxRoute(interface: fields[9], isDefault: length == 0, metric: metric)
        }
    }

    private static func isUsable(_ flags: UInt64) -> Bool {
        flags & self.isUp != 0 && flags & self.isRejected == 0
    }

    private static func lines(of text: String) -> [[String]] {
        text.split(separator: "\n").map { line in
            line.split { $0 == " " || $0 == "\t" }.map(String.init)
        }
    }
}

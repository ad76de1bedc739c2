import SpoorTesting
import SpoorWire

/// Records as monitoring makes them: a meta of about 1 KiB with what every record carries, and for some a stack report.
///
/// Values differ from record to record as they do in an app; the same again for the same seed.
struct MonitoringRecords {
    private static let stackBytes = 40 * 1024
    private static let words = [
        "Order", "Cart", "Image", "Session", "Payment", "Catalogue", "Layout", "Cache", "Request", "Render", "Decode",
        "Store", "Scroll", "Address", "Search", "Widget", "Token", "Queue", "Price", "Review",
    ]
    private static let images = [
        "Shop", "UIKitCore", "CoreFoundation", "Foundation", "QuartzCore", "libdispatch.dylib",
        "libsystem_kernel.dylib",
        "libobjc.A.dylib", "CFNetwork", "libsqlite3.dylib", "SwiftUI", "libswiftCore.dylib", "GraphicsServices", "dyld",
        "ImageIO", "libsystem_pthread.dylib",
    ]

    private var generator: SeededGenerator
    private var time: Int64 = 1_790_000_000_000

    init(seed: UInt64) { self.generator = SeededGenerator(seed: seed) }

    /// Makes records.
    ///
    /// - Parameters:
    ///   - count: how many.
    ///   - hasStacks: whether each has a payload of about 40 KiB of JSON.
    /// - Returns: the records.
    mutating func make(_ count: Int, hasStacks: Bool) -> [PacketRecord] {
        (1...count).map { number in
            let id = "5f3c9a17d2e84b60-\(number)"
            self.time += Int64(self.generator.below(60_000))
            let type =
                hasStacks ? self.pick(["appLag", "appLag", "appCrash", "cpu"]) : self.pick(["net", "net", "netError"])
            let members = self.common(id: id, type: type) + (hasStacks ? self.lag() : self.request(type))
            return PacketRecord(
                reportID: id,
                meta: Array(JSONValue.object(members).jsonText.utf8),
                payload: hasStacks ? self.stacks() : nil
            )
        }
    }

    private func common(id: String, type: String) -> [JSONValue.Member] {
        [
            ("REPORT_ID", .string(id)), ("CREATE_TIME", .integer(self.time)), ("MONITOR_TYPE", .string(type)),
            ("IS_BIZ", 0), ("APP_NAME", "Shop"), ("APP_PLATFORM_VERSION", "4.2.1"), ("APP_BUILD_TASK", "20931"),
            ("SYS_SYSTEM_MODEL", "iOS"), ("SYS_DEVICE_ID", "7B0E6A3C-5A0F-4A53-9D0B-8E1B3E0C9F61"),
            ("SYS_BRAND", "Apple"), ("SYS_PHONE_MODEL", "iPhone15,3"), ("SYS_SYSTEM_VERSION", "18.1"),
            ("APP_PLATFORM", "iOS"), ("APP_VERSION", "4.2.1"),
            ("APP_SESSION_ID", "E0A2C0B4-1F3D-4C55-A9D1-2B7C61D90A44"),
            ("APP_PACKAGE_NAME", "com.example.shop"), ("APP_MODE", "Release"), ("APP_UID", "u-2194838"),
            ("APP_MC", "AppStore"), ("APP_MONITOR_VERSION", "1"),
        ]
    }

    private mutating func request(_ type: String) -> [JSONValue.Member] {
        let item = self.hex(12)
        let path = "/api/v3/\(self.pick(Self.words).lowercased())/\(item)/\(self.pick(Self.words).lowercased())"
        var members: [JSONValue.Member] = [
            ("REQUEST_URL", .string("https://\(self.pick(["api", "img", "pay"])).shop.example\(path)")),
            ("REQUEST_METHOD", .string(self.pick(["GET", "GET", "POST"]))), ("PROTOCOL", "h2"), ("USE_PROXY", false),
            ("IP", .string("203.0.113.\(self.generator.below(256))")), ("HTTP_CODE", type == "net" ? 200 : 502),
            ("DNS_TIME", .integer(self.generator.below(90))), ("TCP_TIME", .integer(self.generator.below(180))),
            ("SSL_TIME", .integer(self.generator.below(240))), ("REQUEST_TIME", .integer(self.generator.below(2_500))),
            ("SEND_BYTES", .integer(self.generator.below(4_000))),
            ("RECEIVE_BYTES", .integer(self.generator.below(200_000))),
            (
                "REQUEST_HEADERS",
                [
                    "Accept": "application/json", "Accept-Language": "de-DE,de;q=0.9,en;q=0.8",
                    "X-Request-Id": .string(self.hex(32)), "X-Trace": .string(self.hex(16)),
                ]
            ),
        ]
        if type != "net" {
            members.append(("ERROR_CODE", .integer(-1000 - self.generator.below(100))))
            members.append(("EXCEPTION_NAME", "NSURLErrorDomain"))
        }
        return members
    }

    private mutating func lag() -> [JSONValue.Member] {
        [
            ("PAGE", .string(self.pick(Self.words) + "ViewController")),
            ("DURATION", .integer(3_000 + self.generator.below(4_000))),
            ("CPU_USAGE", .double(Double(self.generator.below(1_000)) / 10)),
            ("MEMORY_USED", .integer(180_000_000 + self.generator.below(400_000_000))),
            ("MEMORY_FREE", .integer(self.generator.below(900_000_000))),
            ("BATTERY", .double(Double(self.generator.below(100)) / 100)), ("THERMAL", "nominal"),
            ("THREADS", .integer(20 + self.generator.below(30))), ("STACK_DIGEST", .string(self.hex(64))),
            ("LAST_TOUCH", .string("\(self.pick(Self.words))Cell.\(self.pick(Self.words).lowercased())Button")),
            ("TRAIL", .array((0..<8).map { _ in .string(self.pick(Self.words) + "ViewController") })),
        ]
    }

    /// Threads and their frames, until it is long enough; the addresses are those of one launch.
    private mutating func stacks() -> [UInt8] {
        let slide = 0x1_0000_0000 + self.generator.below(1 << 20) << 14
        var threads: [JSONValue] = []
        var bytes = 0
        while bytes < Self.stackBytes {
            let frames = (0..<(12 + self.generator.below(30))).map { depth in
                let image = self.generator.below(Self.images.count)
                let symbol =
                    "\(self.pick(Self.words))\(self.pick(Self.words)).\(self.pick(Self.words).lowercased())(_:)"
                let offset = self.generator.below(1 << 22) & ~3
                let address = String(slide + image << 26 + offset, radix: 16)
                return "\(depth) \(Self.images[image]) 0x\(address) \(symbol) + \(self.generator.below(900))"
            }
            bytes += frames.reduce(60) { $0 + $1.utf8.count + 3 }
            threads.append(
                [
                    "index": .integer(threads.count),
                    "name": .string("com.example.\(self.pick(Self.words).lowercased())"),
                    "state": "WAITING", "frames": .array(frames.map { .string($0) }),
                ]
            )
        }
        return Array(JSONValue.object([("slide", .integer(slide)), ("threads", .array(threads))]).jsonText.utf8)
    }

    private mutating func pick(_ list: [String]) -> String { list[self.generator.below(list.count)] }

    private mutating func hex(_ digits: Int) -> String {
        var text = ""
        while text.count < digits { text += String(self.generator.next(), radix: 16) }
        return String(text.prefix(digits))
    }
}

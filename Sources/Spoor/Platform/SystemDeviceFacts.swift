import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#else
#error("No C library with access is known for this platform.")
#endif

/// The facts as the operating system tells them.
public struct SystemDeviceFacts: DeviceFactsSource {
    /// Creates the source.
    public init() {}

    /// Reads the facts from the system's files and calls.
    public func read() -> DeviceFacts {
        var facts = DeviceFacts()
        let bundle = Bundle.main
        facts.appID = bundle.bundleIdentifier
        facts.appName = bundle.infoDictionary?["CFBundleName"] as? String ?? ProcessInfo.processInfo.processName
        facts.appVersion = bundle.infoDictionary?["CFBundleShortVersionString"] as? String
        facts.appBuild = bundle.infoDictionary?["CFBundleVersion"] as? String
        facts.isDebug = _isDebugAssertConfiguration()
        self.readPlatform(into: &facts)
        return facts
    }
}

#if os(Linux)
extension SystemDeviceFacts {
    private func readPlatform(into facts: inout DeviceFacts) {
        let release = Self.keyValues(Self.text("/etc/os-release") ?? "")
        facts.os = "Linux"
        facts.osVersion = [release["ID"], release["VERSION_ID"]].compactMap { $0 }.joined(separator: " ")
        facts.model = Self.text("/sys/class/dmi/id/product_name")
        facts.manufacturer = Self.text("/sys/class/dmi/id/sys_vendor")
        facts.networkType = Self.networkType()
    }

    /// The kind of the interface that holds the default route.
    static func networkType() -> String {
        let routes = (Self.text("/proc/net/route") ?? "").split(separator: "\n").dropFirst()
        let defaults = routes.compactMap { line -> Substring? in
            let fields = line.split(whereSeparator: { $0 == "\t" || $0 == " " })
            return fields.count > 1 && fields[1] == "00000000" ? fields[0] : nil
        }
        guard let interface = defaults.first else { return "NULL" }
        return access("/sys/class/net/\(interface)/wireless", F_OK) == 0 ? "WIFI" : "UNKNOWN"
    }

    /// Reads `KEY=value` lines, quotes taken off.
    static func keyValues(_ text: String) -> [String: String] {
        var values: [String: String] = [:]
        for line in text.split(separator: "\n") {
            guard let equals = line.firstIndex(of: "=") else { continue }
            let value = line[line.index(after: equals)...]
            values[String(line[..<equals])] = value.trimmingCharacters(in: CharacterSet(charactersIn: "\""))
        }
        return values
    }

    /// A small system file without the blanks around its text; nil where it is missing or empty.
    private static func text(_ path: String) -> String? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.isEmpty ? nil : trimmed
    }
}
#else
extension SystemDeviceFacts {
    private func readPlatform(into facts: inout DeviceFacts) {
        #if os(iOS)
        facts.os = "iOS"
        #elseif os(tvOS)
        facts.os = "tvOS"
        #elseif os(watchOS)
        facts.os = "watchOS"
        #else
        facts.os = "macOS"
        #endif
        let version = ProcessInfo.processInfo.operatingSystemVersion
        facts.osVersion = "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
        facts.model = Self.machine()
        facts.manufacturer = "Apple"
    }

    /// The hardware's name; a simulator stands for the device that it simulates.
    private static func machine() -> String? {
        if let simulated = ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"] { return simulated }
        #if os(macOS)
        return Self.systemText("hw.model")
        #else
        return Self.systemText("hw.machine")
        #endif
    }

    /// A text that the kernel knows by name.
    private static func systemText(_ name: String) -> String? {
        var size = 0
        guard sysctlbyname(name, nil, &size, nil, 0) == 0, size > 1 else { return nil }
        var text = [CChar](repeating: 0, count: size)
        guard sysctlbyname(name, &text, &size, nil, 0) == 0 else { return nil }
        return String(decoding: text.lazy.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
#endif

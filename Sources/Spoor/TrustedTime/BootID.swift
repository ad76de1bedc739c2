#if canImport(Glibc)
import Glibc
#endif

/// What names the present start of the system.
enum BootID {
    /// The name, where the platform tells; nil where it does not.
    ///
    /// With it, a process that starts anew knows whether the clock since the system started still counts from the same
    /// moment. Apple asks for a reason where an app reads when the system started; the last known offset does without.
    static let current: String? = Self.read()

    private static func read() -> String? {
        #if canImport(Glibc)
        guard let file = fopen("/proc/sys/kernel/random/boot_id", "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = fread(&bytes, 1, bytes.count, file)
        let text = String(decoding: bytes.prefix(count).prefix { $0 > 0x20 }, as: UTF8.self)
        return text.isEmpty ? nil : text
        #else
        return nil
        #endif
    }
}

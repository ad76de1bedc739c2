#if canImport(IOKit) && !canImport(UIKit)
import Foundation
import IOKit

/// The serial number that is printed on a Mac.
enum MacSerialNumber {
    /// Reads it; nil on machines without one, such as virtual ones.
    static func read() -> String? {
        let service = IOServiceGetMatchingService(kIOMainPortDefault, IOServiceMatching("IOPlatformExpertDevice"))
        guard service != 0 else { return nil }
        defer { IOObjectRelease(service) }
        let key = kIOPlatformSerialNumberKey as CFString
        let value = IORegistryEntryCreateCFProperty(service, key, kCFAllocatorDefault, 0)?.takeRetainedValue()
        guard let text = value as? String, !text.isEmpty else { return nil }
        return text
    }
}
#endif

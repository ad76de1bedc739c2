#if canImport(Darwin)
import SpoorWire

/// The vendor's identifier of the device; on a Mac its serial number.
struct AppleDeviceIdentifier: DeviceIdentifierSource {
    /// Who asks the main thread.
    let facts: MainThreadFacts

    var randomKey: String { Toolkit.randomKey }

    func read() -> VaultReading<DeviceIdentifier> {
        guard let values = self.facts.current else {
            return .unreadable("The main thread has not told the device's identifier yet.")
        }
        if let text = values.vendorIdentifier {
            return .value(DeviceIdentifier(key: Toolkit.identifierKey, value: text))
        }
        #if os(macOS)
        return .absent
        #else
        self.facts.refresh {}
        return .unreadable("The device has no vendor identifier before its first unlock.")
        #endif
    }
}
#endif

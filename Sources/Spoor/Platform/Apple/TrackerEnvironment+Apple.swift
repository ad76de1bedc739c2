#if canImport(Darwin)
import SpoorWire

extension TrackerEnvironment {
    /// Adds what Apple's platforms know of device, app and life cycle.
    mutating func adoptPlatform() {
        let facts = MainThreadFacts()
        self.deviceFacts = AppleDeviceFacts(facts: facts, network: NetworkPath(monitor: PathNetworkMonitor()))
        self.deviceIdentifier = AppleDeviceIdentifier(facts: facts)
        self.vault = KeychainVault()
        self.lifeCycle = Toolkit.lifeCycle()
    }
}
#else
extension TrackerEnvironment {
    /// Adds nothing: on Linux the defaults are the platform's.
    mutating func adoptPlatform() {}
}
#endif

#if canImport(Darwin)
import SpoorChannel
import SpoorWire

extension TrackerEnvironment {
    /// Adds what Apple's platforms know of device, app and life cycle.
    mutating func adoptPlatform() {
        let facts = MainThreadFacts()
        let monitor = PathNetworkMonitor()
        self.network = monitor
        self.deviceFacts = AppleDeviceFacts(facts: facts, network: NetworkPath(monitor: monitor))
        self.deviceIdentifier = AppleDeviceIdentifier(facts: facts)
        self.vault = KeychainVault()
        self.lifeCycle = Toolkit.lifeCycle()
        #if canImport(UIKit) && !os(watchOS)
        self.interface = UIKitInterface()
        #endif
    }
}
#else
import SpoorChannel

extension TrackerEnvironment {
    /// Adds what Linux knows of the network; of the rest, the defaults are the platform's.
    mutating func adoptPlatform() {
        self.network = LinuxNetworkMonitor()
    }
}
#endif

#if canImport(Darwin)
import SpoorWire

/// The facts of an Apple device: the system's, the screen's and the network's.
struct AppleDeviceFacts: DeviceFactsSource {
    /// Who asks the main thread.
    let facts: MainThreadFacts
    /// Who listens to the network.
    let network: NetworkPath

    func read() -> DeviceFacts {
        var facts = SystemDeviceFacts().read()
        let main = self.facts.current
        facts.screenWidth = main?.screenWidth
        facts.screenHeight = main?.screenHeight
        facts.networkType = self.network.current
        return facts
    }

    func onChange(_ handler: @escaping @Sendable () -> Void) {
        self.network.onChange(handler)
        if self.facts.current?.screenWidth == nil { self.facts.refresh(handler) }
    }
}
#endif

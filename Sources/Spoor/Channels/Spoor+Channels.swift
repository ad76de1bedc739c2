extension Spoor {
    /// The Prism channel of a namespace on the shared tracker; see ``Tracker/channel(_:)``.
    ///
    /// - Parameter namespace: the channel's name.
    /// - Returns: the channel; nil before ``start(_:)``, and where the name cannot be one.
    public static func channel(_ namespace: String) -> PrismChannel? {
        self.tracker?.channel(namespace)
    }
}

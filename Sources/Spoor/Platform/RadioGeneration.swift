/// The generation of a mobile network, as `$network_type` names it.
enum RadioGeneration {
    private static let prefix = "CTRadioAccessTechnology"

    /// The name for a radio technology of Apple's telephony framework; nil for one that is not known.
    ///
    /// - Parameter technology: such as `CTRadioAccessTechnologyLTE`.
    /// - Returns: `2G` to `5G`, or nil.
    static func name(of technology: String) -> String? {
        guard technology.hasPrefix(self.prefix) else { return nil }
        switch technology.dropFirst(self.prefix.count) {
        case "GPRS", "Edge", "CDMA1x": return "2G"
        case "WCDMA", "HSDPA", "HSUPA", "CDMAEVDORev0", "CDMAEVDORevA", "CDMAEVDORevB", "eHRPD": return "3G"
        case "LTE": return "4G"
        case "NRNSA", "NR": return "5G"
        default: return nil
        }
    }

    /// The best of several: a device with two SIM cards sends by either.
    static func best(of technologies: some Sequence<String>) -> String? {
        technologies.compactMap(self.name).max()
    }
}

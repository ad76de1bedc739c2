/// Whether a channel may upload now, and what.
package struct UploadGate: Equatable, Sendable {
    /// Why nothing may leave.
    package enum Reason: Equatable, Sendable {
        /// Uploading is turned off.
        case disabled
        /// There is no network.
        case noNetwork
        /// The configuration allows nothing over metered networks.
        case noBudget
        /// The day's budget is used up.
        case budgetSpent(bytes: Int64)
        /// All types of what waits are for Wi-Fi only.
        case onlyWifi

        /// The reason as a sentence.
        package var sentence: String {
            switch self {
            case .disabled: "Uploading is turned off for this channel; records are stored."
            case .noNetwork: "There is no network; records wait."
            case .noBudget: "The channel's budget for cellular networks is 0 bytes; records wait for Wi-Fi."
            case .budgetSpent(let bytes):
                "The day's budget of \(bytes) bytes for cellular networks is used up; records wait for Wi-Fi or midnight."
            case .onlyWifi: "The types of the records that wait are for Wi-Fi only."
            }
        }
    }

    /// What may leave.
    package enum Answer: Equatable, Sendable {
        /// Everything.
        case open
        /// The types the selection contains, as long as bytes of the budget remain.
        case openForTypes(TypeSelection, remainingBytes: Int64)
        /// Nothing.
        case closed(Reason)
    }

    /// Whether uploading is on.
    package var isEnabled: Bool

    /// The channel's address.
    package var endpoint: String

    /// The day's budget for metered networks, in bytes; 0 means never on them.
    package var dailyBudget: Int64

    /// The rules of the types.
    package var rules: TypeRules

    /// Creates a gate.
    package init(isEnabled: Bool, endpoint: String, dailyBudget: Int64, rules: TypeRules) {
        self.isEnabled = isEnabled
        self.endpoint = endpoint
        self.dailyBudget = dailyBudget
        self.rules = rules
    }

    /// Decides.
    ///
    /// - Parameters:
    ///   - status: the network.
    ///   - meter: the bytes used today; have it look at the clocks first.
    /// - Returns: what may leave.
    package func decide(on status: NetworkStatus, meter: TrafficMeter) -> Answer {
        guard self.isEnabled else { return .closed(.disabled) }
        // Asked first: a device without any network reaches itself, and it costs nothing.
        if LoopbackAddress.isLoopback(self.endpoint) { return .open }
        switch status {
        case .none: return .closed(.noNetwork)
        case .wifi: return .open
        case .cellular, .unknown: break
        }
        guard self.dailyBudget > 0 else { return .closed(.noBudget) }
        let remaining = meter.remaining(of: self.dailyBudget)
        guard remaining > 0 else { return .closed(.budgetSpent(bytes: self.dailyBudget)) }
        let selection = self.rules.forCellular
        return selection.isEmpty ? .closed(.onlyWifi) : .openForTypes(selection, remainingBytes: remaining)
    }
}

/// What records wait for while nothing is wrong with them or the server.
public enum UploadHold: String, Equatable, Sendable {
    /// A network of any kind.
    case noNetwork

    /// Wi-Fi: the configuration allows nothing over metered networks.
    case noBudget

    /// Wi-Fi or the next local day: the day's budget for metered networks is used up.
    case budgetSpent

    /// Wi-Fi: the rules of their types say so.
    case onlyWifi
}

extension UploadGate.Reason {
    /// What records wait for; nil where uploading is turned off, which is no waiting.
    var hold: UploadHold? {
        switch self {
        case .disabled: nil
        case .noNetwork: .noNetwork
        case .noBudget: .noBudget
        case .budgetSpent: .budgetSpent
        case .onlyWifi: .onlyWifi
        }
    }
}

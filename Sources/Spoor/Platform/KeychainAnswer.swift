/// What the Keychain's result codes mean for a vault.
///
/// "Not there" is certain and makes a new visitor; everything that may pass is "not now" (bug case O-27).
enum KeychainAnswer {
    /// `errSecSuccess`.
    static let success: Int32 = 0
    /// `errSecItemNotFound`.
    static let notFound: Int32 = -25_300
    /// `errSecDuplicateItem`.
    static let duplicate: Int32 = -25_299
    /// `errSecInteractionNotAllowed`: before the first unlock.
    static let notAllowedNow: Int32 = -25_308
    /// `errSecMissingEntitlement`: a process without a signature of its own has no Keychain.
    static let noEntitlement: Int32 = -34_018
    /// `errSecUnimplemented`.
    static let unimplemented: Int32 = -4

    /// What a reading came to.
    ///
    /// - Parameters:
    ///   - code: the call's result.
    ///   - value: what it gave.
    /// - Returns: the answer for the tracker.
    static func reading(_ code: Int32, _ value: String?) -> VaultReading<String> {
        switch code {
        case self.success:
            if let value { return .value(value) }
            return .absent  // Something that we never wrote stands there; it is written anew.
        case self.notFound, self.noEntitlement, self.unimplemented:
            return .absent
        case self.notAllowedNow:
            return .unreadable("The Keychain cannot be read before the device's first unlock.")
        default:
            return .unreadable("The Keychain answered \(code).")
        }
    }

    /// What writing or removing came to: nil, or a sentence for the log.
    ///
    /// - Parameters:
    ///   - code: the call's result.
    ///   - action: what was tried, such as `kept`.
    /// - Returns: nil where there is nothing to say.
    static func problem(_ code: Int32, action: String) -> String? {
        switch code {
        case self.success:
            nil
        case self.noEntitlement, self.unimplemented:
            "This process has no Keychain, so ids live in the app's folder alone; sign the app to change that."
        default:
            "The ids could not be \(action) in the Keychain, which answered \(code); they live in the app's folder alone."
        }
    }
}

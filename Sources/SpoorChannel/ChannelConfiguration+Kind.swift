/// The settings whose defaults depend on what a channel carries, as far as somebody set them.
///
/// Whether a value was set or is the default makes no other configuration of it: all of these are equal.
struct ChosenSettings: Equatable, Sendable {
    /// One of them.
    enum Setting: UInt8 {
        case encoding, clearsOnUpgrade, uploadInterval, initialBatchCount, maxBatchCount, rules
    }

    private var bits: UInt8 = 0

    /// Whether a setting was set.
    func contains(_ setting: Setting) -> Bool { self.bits & (1 << setting.rawValue) != 0 }

    /// Notes that a setting was set.
    mutating func insert(_ setting: Setting) { self.bits |= 1 << setting.rawValue }

    static func == (_: ChosenSettings, _: ChosenSettings) -> Bool { true }
}

extension ChannelConfiguration {
    /// The same for a Prism channel: what was not set has the defaults of ``prism(endpoint:project:)``.
    package var asPrism: ChannelConfiguration {
        let standard = ChannelConfiguration.prism(endpoint: self.endpoint, project: self.project)
        var copy = self
        copy.kind = .prism
        if !self.chosen.contains(.encoding) { copy.encoding = standard.encoding }
        if !self.chosen.contains(.clearsOnUpgrade) { copy.clearsOnUpgrade = standard.clearsOnUpgrade }
        if !self.chosen.contains(.uploadInterval) { copy.uploadInterval = standard.uploadInterval }
        if !self.chosen.contains(.initialBatchCount) { copy.initialBatchCount = standard.initialBatchCount }
        if !self.chosen.contains(.maxBatchCount) { copy.maxBatchCount = standard.maxBatchCount }
        if !self.chosen.contains(.rules) {
            copy.rules = standard.rules
            copy.hasDefaultRules = standard.hasDefaultRules
        }
        return copy
    }
}

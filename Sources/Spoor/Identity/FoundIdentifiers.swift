/// What vault and platform know of this device and its visitor.
struct FoundIdentifiers: Equatable, Sendable {
    /// The visitor's id in the vault.
    var anonymousID: String?

    /// The device's id in the vault.
    var device: DeviceIdentifier?

    /// The platform's own identifier.
    var platform: DeviceIdentifier?

    /// The key of a random identifier.
    var randomKey: String

    /// Asks the vault first and the platform second; whatever cannot be told *now* ends the search (bug case O-27).
    ///
    /// - Parameters:
    ///   - vault: what outlives the queue's folder.
    ///   - source: what knows the platform's identifier.
    ///   - keys: the keys in the vault.
    /// - Returns: what is known, ``VaultReading/unreadable(_:)`` where that is not certain yet; never absent.
    static func search(
        _ vault: any KeyValueVault,
        _ source: any DeviceIdentifierSource,
        _ keys: VaultKeys
    ) -> VaultReading<FoundIdentifiers> {
        var found = FoundIdentifiers(randomKey: source.randomKey)
        switch vault.read(keys.anonymousID) {
        case .absent: break
        case .unreadable(let reason): return .unreadable(reason)
        case .value(let id): found.anonymousID = Identity.problem(with: id) == nil ? id : nil
        }
        switch vault.read(VaultKeys.device) {
        case .absent: break
        case .unreadable(let reason): return .unreadable(reason)
        case .value(let text): found.device = VaultKeys.device(from: text)
        }
        guard found.device == nil else { return .value(found) }
        switch source.read() {
        case .absent: break
        case .unreadable(let reason): return .unreadable(reason)
        case .value(let device): found.platform = Identity.problem(with: device.value) == nil ? device : nil
        }
        return .value(found)
    }
}

/// The names of a tracker's texts in the vault.
struct VaultKeys: Sendable {
    /// The device's id, the same for all trackers of an app.
    static let device = "device_id"

    /// The visitor's id, one for each tracker.
    let anonymousID: String

    init(trackerName: String) {
        self.anonymousID = "anonymous_id." + TrackerConfiguration.keyName(of: trackerName)
    }

    /// The device's id as one text.
    static func text(of device: DeviceIdentifier) -> String { "\(device.key)=\(device.value)" }

    /// Reads what ``text(of:)`` wrote; nil for anything else.
    static func device(from text: String) -> DeviceIdentifier? {
        guard let equals = text.firstIndex(of: "=") else { return nil }
        let value = String(text[text.index(after: equals)...])
        guard Identity.problem(with: value) == nil else { return nil }
        return DeviceIdentifier(key: String(text[..<equals]), value: value)
    }
}

import SpoorChannel
import SpoorWire

/// The ids of the device, and the vault that outlives the app's folder.
extension Tracker {
    /// The id of the device that events carry; nil until storage is open.
    public var deviceID: String? {
        self.state.withLock { $0.phase == .opening ? nil : $0.who.device.deviceID }
    }

    /// Supplies the advertising identifier, once the person has agreed to it.
    ///
    /// Spoor never asks the system for it. While it is supplied it is the device id, and `identities` carry it. It is not
    /// kept: supply it at each start. Zeros, as the system answers where the person did not agree, count as none.
    ///
    /// - Parameter id: the identifier; nil takes it away.
    public func setAdvertisingID(_ id: String?) {
        let usable = DeviceIDs.usable(advertisingID: id)
        _ = self.whenReady { state in
            guard state.who.device.advertisingID != usable else { return .dropped(.unchanged) }
            state.who.device.advertisingID = usable
            state.identity = state.identity.with(device: state.who.device.entries)
            state.who.told = state.who.told?.with(device: state.who.device.entries)
            self.refreshContext(&state)
            return .dropped(.unchanged)
        }
    }

    /// Removes what this tracker keeps outside of its folder: in the Keychain on Apple's platforms.
    ///
    /// Ids that are in use stay until the app is deleted; a fresh installation then begins a new visitor.
    public func clearVault() {
        self.environment.scheduler.async { [weak self] in
            guard let self else { return }
            let vault = self.environment.vault
            for key in [VaultKeys.device, VaultKeys(trackerName: self.configuration.name).anonymousID] {
                if let problem = vault.remove(key) { self.warn("'\(key)' stays in the vault: \(problem)") }
            }
        }
    }

    /// Keeps the ids of device and visitor in the vault as well; on the channel's queue, because it may do I/O.
    ///
    /// What cannot be read now is not written either: it may be what an earlier installation left (bug case O-27).
    func keepInVault() {
        let texts = self.state.withLock { state -> [(key: String, value: String)] in
            guard state.phase == .ready, state.consent.keepsVisitor else { return [] }
            return [
                (VaultKeys(trackerName: self.configuration.name).anonymousID, state.identity.anonymousID),
                (VaultKeys.device, VaultKeys.text(of: state.who.device.base)),
            ]
        }
        let vault = self.environment.vault
        for text in texts {
            switch vault.read(text.key) {
            case .unreadable, .value(text.value):
                continue
            case .absent, .value:
                if let problem = vault.write(text.value, forKey: text.key) {
                    self.warn("'\(text.key)' could not be kept for a later installation: \(problem)")
                }
            }
        }
    }
}

import SpoorWire

/// What names this device: the advertising identifier where the app supplies one, else the platform's, else a random one.
struct DeviceIDs: Equatable, Sendable {
    /// The platform's or random identifier, which is kept.
    var base = DeviceIdentifier(key: IdentityKey.anonymous, value: "")

    /// The advertising identifier; never kept, so that it is gone as soon as the app supplies it no more.
    var advertisingID: String?

    /// Whether the ids are told to nobody but as a token.
    var isHidden = false

    /// The device id that presets carry.
    var deviceID: String { self.advertisingID ?? self.base.value }

    /// The preset that carries it (sensors protocol, 2.3).
    var preset: (key: String, value: String) {
        guard self.isHidden else { return (key: "$device_id", value: self.deviceID) }
        let token = Array(self.deviceID.utf8).withUnsafeBytes { Base64.encode($0) }
        return (key: "$anonymization_id", value: String(decoding: token, as: UTF8.self))
    }

    /// The ids that go into `identities`; the visitor's own key is not among them.
    var entries: [Identity.Entry] {
        guard !self.isHidden else { return [] }
        var entries: [Identity.Entry] = []
        if self.base.key != IdentityKey.anonymous {
            entries.append(Identity.Entry(key: self.base.key, value: self.base.value))
        }
        if let advertisingID {
            entries.append(Identity.Entry(key: IdentityKey.advertising, value: advertisingID))
        }
        return entries
    }

    /// The most bytes of an advertising identifier; the system's have 36.
    private static let maxAdvertisingBytes = 255

    /// An advertising identifier that tells something: the system answers zeros where the person did not agree.
    static func usable(advertisingID: String?) -> String? {
        guard let id = advertisingID, Identity.problem(with: id) == nil, id.utf8.count <= Self.maxAdvertisingBytes,
            id.contains(where: { $0 != "0" && $0 != "-" })
        else { return nil }
        return id
    }
}

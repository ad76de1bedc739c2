/// The keys of the object `identities` that have a meaning of their own (sensors protocol, 2.2).
public enum IdentityKey {
    /// The id of the person who is logged in, where the app names no key of its own.
    public static let login = "$identity_login_id"

    /// The visitor's id.
    public static let anonymous = "$identity_anonymous_id"

    /// The visitor's id in a browser.
    public static let cookie = "$identity_cookie_id"

    /// The vendor's identifier on iOS, tvOS and watchOS.
    public static let vendor = "$identity_idfv"

    /// A random identifier where there is no vendor's one.
    public static let appleRandom = "$identity_ios_uuid"

    /// A Mac's serial number.
    public static let macSerial = "$identity_mac_serial_id"

    /// A Mac's random identifier.
    public static let macRandom = "$identity_mac_uuid"

    /// The advertising identifier.
    public static let advertising = "$identity_idfa"

    /// A telephone number.
    public static let mobile = "$identity_mobile"

    /// An e-mail address.
    public static let email = "$identity_email"

    /// The keys of a device; several people may share one, so they never join two people.
    public static let device: Set<String> = [
        Self.anonymous, Self.cookie, Self.vendor, Self.appleRandom, Self.macSerial, Self.macRandom, Self.advertising,
        "$identity_android_id", "$identity_android_uuid",
    ]

    /// Whether an app may neither bind nor unbind an id under this key: login and device ids have calls of their own.
    public static func isReserved(_ key: String) -> Bool {
        key == Self.login || Self.device.contains(key)
    }
}

package import SpoorWire

/// What goes with every record of a Prism channel, so that the server can tell device, app and person.
///
/// What is not known is nil and is not sent.
package struct CommonFields: Equatable, Sendable {
    /// The app's name, `APP_NAME`.
    package var appName: String?
    /// The version the platform knows, `APP_PLATFORM_VERSION`; with ``buildTask`` it names what was packaged.
    package var platformVersion: String?
    /// The task that packaged the app, `APP_BUILD_TASK`; its build number where nobody names another.
    package var buildTask: String?
    /// The kind of operating system, `SYS_SYSTEM_MODEL`.
    package var systemKind: String?
    /// The device's id, `SYS_DEVICE_ID`.
    package var deviceID: String?
    /// Who made the device, `SYS_BRAND`.
    package var brand: String?
    /// The device's model, `SYS_PHONE_MODEL`.
    package var phoneModel: String?
    /// The operating system's version, `SYS_SYSTEM_VERSION`.
    package var systemVersion: String?
    /// The platform the app is made for, `APP_PLATFORM`.
    package var platform: String?
    /// The version people know the app by, `APP_VERSION`.
    package var appVersion: String?
    /// The session's id, `APP_SESSION_ID`.
    package var sessionID: String?
    /// The app's identifier, `APP_PACKAGE_NAME`.
    package var packageName: String?
    /// How the app was built, `APP_MODE`: `Debug` or `Release`.
    package var mode: String?
    /// The person's login id, `APP_UID`.
    package var userID: String?
    /// The name of ``userID`` on the wire.
    static let userKey = "APP_UID"
    /// The visitor's id, `_anonymous_id`; sent where it is not the device's, so that records without ``userID`` count for
    /// the visitor whose events carry it.
    package var anonymousID: String?
    /// The channel the app came by, `APP_MC`.
    package var marketChannel: String?
    /// The version of this protocol, `APP_MONITOR_VERSION`; the server knows the same ones.
    package var monitorVersion: String? = CommonFields.protocolVersion

    /// The protocol's version.
    package static let protocolVersion = "1"

    /// Creates fields of which only the protocol's version is known.
    package init() {}

    /// Makes the fields from what the SDK knows of the device and the app.
    ///
    /// Session, person and channel change while the app runs; set them on the result.
    package init(
        os: String?,
        osVersion: String?,
        model: String?,
        manufacturer: String?,
        appID: String?,
        appName: String?,
        appVersion: String?,
        build: String?,
        deviceID: String?,
        isDebug: Bool
    ) {
        self.appName = appName
        self.platformVersion = appVersion
        self.buildTask = build
        self.systemKind = os
        self.deviceID = deviceID
        self.brand = manufacturer
        self.phoneModel = model
        self.systemVersion = osVersion
        self.platform = os
        self.appVersion = appVersion
        self.packageName = appID
        self.mode = isDebug ? "Debug" : "Release"
    }

    /// The known ones under the names of the wire, always in this order.
    package var members: [JSONValue.Member] {
        let all: [(String, String?)] = [
            ("APP_NAME", self.appName), ("APP_PLATFORM_VERSION", self.platformVersion),
            ("APP_BUILD_TASK", self.buildTask), ("SYS_SYSTEM_MODEL", self.systemKind),
            ("SYS_DEVICE_ID", self.deviceID), ("SYS_BRAND", self.brand), ("SYS_PHONE_MODEL", self.phoneModel),
            ("SYS_SYSTEM_VERSION", self.systemVersion), ("APP_PLATFORM", self.platform),
            ("APP_VERSION", self.appVersion), ("APP_SESSION_ID", self.sessionID),
            ("APP_PACKAGE_NAME", self.packageName), ("APP_MODE", self.mode), (Self.userKey, self.userID),
            ("APP_MC", self.marketChannel), ("APP_MONITOR_VERSION", self.monitorVersion),
            ("_anonymous_id", self.anonymousID == self.deviceID ? nil : self.anonymousID),
        ]
        return all.compactMap { name, value in value.map { (key: name, value: .string($0)) } }
    }
}

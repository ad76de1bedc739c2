/// Which consent a part of the tracker's state needs before it is kept on the device.
extension StateKey {
    /// What is known of the person; removed again when the person is forgotten.
    static let ofPerson: Set<String> = [
        Self.loginID, Self.loginKey, Self.boundIDs, Self.knownLogins, Self.pushIDs, Self.campaign, Self.superProperties,
        Self.owesSignUp,
    ]

    /// What is known of the visitor; removed again when the visitor is forgotten.
    static let ofVisitor: Set<String> = [
        Self.anonymousID, Self.deviceID, Self.deviceKey, Self.install, Self.firstDay, Self.hasOpened, Self.session,
    ]

    /// What needs consent to analytics; the rest needs it to analytics or to auto-track.
    static let ofAnalytics = Self.ofPerson.union([Self.hasInstalled])

    /// What a person chose; kept in any case.
    static let ofChoice: Set<String> = [Self.consent, Self.withdrawals]
}

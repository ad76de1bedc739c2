/// What a server's document says about the records of another version of the app.
package enum UpgradeWord: Equatable, Sendable {
    /// Nothing: what is built in holds.
    case silent

    /// They are deleted, or they stay.
    case said(Bool)
}

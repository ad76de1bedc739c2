import SpoorWire

/// The names of Prism channels: each is a folder's name as well.
enum ChannelName {
    /// The most channels that the app asks for, and the most that run because the server names them.
    static let maxChannels = ConfigurationDocument.maxChannels

    /// Why a text cannot be a channel's name; nil where it can.
    static func problem(with name: String) -> String? {
        if ConfigurationDocument.isChannel(name) { return nil }
        if ConfigurationDocument.isTracker(name) {
            return "The namespace '\(name)' is the tracker's own; give the channel another name."
        }
        return
            "The namespace '\(name.prefix(120))' is no name: use 1 to \(ConfigurationDocument.maxNamespaceBytes) ASCII "
            + "letters, digits, '-', '_' or '.', the first a letter or a digit."
    }
}

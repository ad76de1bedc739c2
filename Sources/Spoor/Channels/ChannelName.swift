import SpoorWire

/// The names of Prism channels; two that differ in case alone have one folder, and cannot both have a channel.
enum ChannelName {
    /// The most channels that the app asks for, and the most that run because the server names them.
    static let maxChannels = ConfigurationDocument.maxChannels

    /// The name of a channel's folder, the same on file systems that tell upper from lower case and on those that do not.
    static func folder(of namespace: String) -> String {
        namespace.lowercased()
    }

    /// Why a text cannot be a channel's name; nil where it can.
    static func problem(with name: String) -> String? {
        if ConfigurationDocument.isChannel(name) { return nil }
        if ConfigurationDocument.isTracker(name) {
            return "The namespace '\(name)' is the tracker's own; give the channel another name."
        }
        return
            "The namespace '\(Limits.shown(name))' is no name: use 1 to \(ConfigurationDocument.maxNamespaceBytes) ASCII "
            + "letters, digits, '-', '_' or '.', the first a letter or a digit."
    }
}

import SpoorChannel

/// The names of Prism channels: each is a folder's name as well.
enum ChannelName {
    /// The longest name, in bytes.
    static let maxBytes = 64

    /// The most channels of one tracker.
    static let maxChannels = 32

    /// Why a text cannot be a channel's name; nil where it can.
    static func problem(with name: String) -> String? {
        let rule =
            "use 1 to \(self.maxBytes) ASCII letters, digits, '-', '_' or '.', the first a letter or a digit"
        let bytes = name.utf8
        guard let first = bytes.first, bytes.count <= self.maxBytes, self.isAlphanumeric(first),
            bytes.allSatisfy({ self.isAlphanumeric($0) || [0x2D, 0x2E, 0x5F].contains($0) })
        else { return "The namespace '\(name.prefix(120))' is no name: \(rule)." }
        guard name.lowercased() != RemoteState.namespace else {
            return "The namespace '\(name)' is the tracker's own; give the channel another name."
        }
        return nil
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
    }
}

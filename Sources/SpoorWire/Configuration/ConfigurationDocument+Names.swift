extension ConfigurationDocument {
    /// The namespace of the tracker itself, in this spelling alone; no channel may have it in any.
    public static let trackerNamespace = "tracker"

    /// The longest name of a namespace, in bytes.
    public static let maxNamespaceBytes = 64

    /// The most channels beside the tracker that a server may name.
    public static let maxChannels = 32

    /// Whether a text may name a namespace: 1 to 64 letters, digits, `_`, `-` and `.` of ASCII, a letter or digit in front.
    ///
    /// A namespace's queue lies in a folder of that name. `tracker` is the tracker's own; another spelling of it in upper
    /// and lower case names nothing.
    ///
    /// - Parameter text: what may be a name.
    /// - Returns: whether it is one.
    public static func isNamespace(_ text: String) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= self.maxNamespaceBytes, self.isAlphanumeric(first),
            text.utf8.allSatisfy({ self.isAlphanumeric($0) || [0x2D, 0x2E, 0x5F].contains($0) })
        else { return false }
        return text == self.trackerNamespace || !self.isTracker(text)
    }

    /// Whether a text may name a channel: a namespace other than the tracker's.
    ///
    /// - Parameter text: what may be a name.
    /// - Returns: whether it is one.
    public static func isChannel(_ text: String) -> Bool { self.isNamespace(text) && !self.isTracker(text) }

    /// Whether a text is the tracker's namespace, in any spelling of upper and lower case.
    ///
    /// - Parameter text: the text.
    /// - Returns: whether it is.
    public static func isTracker(_ text: String) -> Bool {
        text.utf8.count <= self.maxNamespaceBytes && text.lowercased() == self.trackerNamespace
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
    }
}

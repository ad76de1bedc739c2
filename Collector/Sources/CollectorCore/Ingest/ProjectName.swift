/// Which names a project may have: they become folders, and stand in addresses.
public enum ProjectName {
    /// What a good name is, in words that complete "… is not …".
    public static let expected = "a project name: 1 to 64 letters, digits, '_' or '-'"

    /// Whether a project may have this name.
    public static func isValid(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
                    || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            }
    }
}

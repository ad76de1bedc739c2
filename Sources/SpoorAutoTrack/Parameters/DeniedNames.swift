import SpoorWire

/// The names that are left out: those that stand for secrets, and those that the app's code denies, in any spelling.
struct DeniedNames: Sendable {
    /// Entries that are no names.
    let unusable: [String]

    private let own: Set<String>

    /// Takes the names that the app's code denies.
    init(_ own: Set<String> = []) {
        self.own = Set(own.map { Self.plain($0) }).subtracting([""])
        self.unusable = own.filter { Self.plain($0).isEmpty || $0.contains(".") }.sorted()
    }

    /// Whether a name is one of them.
    func contains(_ name: String) -> Bool {
        SensitiveNames.contains(name) || !self.own.isEmpty && self.own.contains(Self.plain(name))
    }

    /// Properties without those that are left out.
    func allowed(_ properties: Properties) -> Properties {
        let denied = properties.entries.map(\.key).filter(self.contains)
        var allowed = properties
        for name in denied { allowed.removeValue(forKey: name) }
        return allowed
    }

    /// A name without case, and without what parts its words: `nick_name`, `nickName` and `Nickname` are one.
    private static func plain(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}

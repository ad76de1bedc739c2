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
    ///
    /// - Parameters:
    ///   - properties: what code attached.
    ///   - tell: is told the name of each that is left out.
    /// - Returns: the others.
    func allowed(_ properties: Properties, without tell: (String) -> Void) -> Properties {
        let denied = properties.entries.map(\.key).filter(self.contains)
        var allowed = properties
        for name in denied {
            tell(name)
            allowed.removeValue(forKey: name)
        }
        return allowed
    }

    /// What to say of a property that is left out, once.
    static func remark(on name: String) -> String {
        let reason =
            SensitiveNames.contains(name)
            ? "its name stands for a secret. If the value is none, attach it under another name."
            : "autoTrack.deniedNames has its name. Take it out of the list, or attach the value under another name."
        return "The property '\(Limits.shown(name))' that code attached to an element or page is left out: \(reason)"
    }

    /// A name without case, and without what parts its words: `nick_name`, `nickName` and `Nickname` are one.
    private static func plain(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}

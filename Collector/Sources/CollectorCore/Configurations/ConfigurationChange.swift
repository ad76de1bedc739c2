public import SpoorWire

/// One place in which two configurations differ.
public struct ConfigurationChange: Equatable, Sendable, CustomStringConvertible {
    /// Where, such as `namespaces.prism.monitorList.appCrash`.
    public let path: String
    /// What was there; nil where nothing was.
    public let before: JSONValue?
    /// What is there; nil where nothing is.
    public let after: JSONValue?

    /// The change in a line.
    public var description: String {
        switch (self.before, self.after) {
        case (nil, let after?): "+ \(self.path): \(Self.shown(after))"
        case (let before?, nil): "- \(self.path): \(Self.shown(before))"
        case (let before, let after):
            "~ \(self.path): \(before.map(Self.shown) ?? "") → \(after.map(Self.shown) ?? "")"
        }
    }

    private static func shown(_ value: JSONValue) -> String { Limits.truncated(value.jsonText, limit: 300) }

    /// All places in which two documents differ, apart from their numbers; rules of types are told apart by type.
    ///
    /// - Parameters:
    ///   - old: The earlier one.
    ///   - new: The later one.
    /// - Returns: The changes, sorted by place.
    public static func changes(from old: ConfigurationDocument, to new: ConfigurationDocument) -> [Self] {
        let before = Self.places(of: old)
        let after = Self.places(of: new)
        return Set(before.keys).union(after.keys).sorted().compactMap { path in
            before[path] == after[path] ? nil : Self(path: path, before: before[path], after: after[path])
        }
    }

    private static func places(of document: ConfigurationDocument) -> [String: JSONValue] {
        var places: [String: JSONValue] = [:]
        for (name, settings) in document.namespaces {
            let path = "namespaces.\(name)"
            // A namespace that says nothing is one all the same.
            places[path] = .object([])
            for field in SettingField.allCases where field != .monitorList {
                if let value = settings[field] { places["\(path).\(field.rawValue)"] = value }
            }
            guard let rules = settings.monitorList else { continue }
            // No list lets every type pass, an empty one none.
            places["\(path).monitorList"] = .array([])
            for rule in rules { places["\(path).monitorList.\(rule.type)"] = rule.json }
        }
        for (name, value) in [("pages", document.pages), ("autoTrack", document.autoTrack)] {
            guard let value, let members = value.objectValue else { continue }
            places[name] = .object([])
            for member in members { places["\(name).\(member.key)"] = member.value }
        }
        places["definitions"] = document.definitions
        return places
    }
}

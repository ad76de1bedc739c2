/// Writing what was read, in the form that ``ConfigurationDocument`` has.
extension AutoTrackSettings {
    /// The settings as the member `autoTrack`; what they do not say is left out.
    public var json: JSONValue {
        var members: [JSONValue.Member] = []
        if let kinds = self.kinds { members.append(("mask", .integer(kinds.rawValue))) }
        var black: [JSONValue.Member] = []
        for (name, texts) in [
            ("types", self.ignoredTypes), ("pages", self.ignoredPages), ("kinds", self.ignoredKinds),
        ] where !texts.isEmpty {
            black.append((name, .array(texts.sorted().map { .string($0) })))
        }
        if !self.ignoredPaths.isEmpty { black.append(("paths", Self.json(self.ignoredPaths))) }
        if !black.isEmpty { members.append(("blacklist", .object(black))) }
        if let list = self.whiteList { members.append(("whitelist", Self.json(list))) }
        if !self.parameters.isEmpty { members.append(("parameters", .array(self.parameters.map(\.json)))) }
        if let flag = self.tracksChildPages { members.append(("childPages", .bool(flag))) }
        if !self.childPages.isEmpty {
            members.append(("childPages", .array(self.childPages.sorted().map { .string($0) })))
        }
        return .object(members)
    }

    private static func json(_ patterns: [PathPattern]) -> JSONValue {
        .array(patterns.map { .string($0.description) })
    }
}

extension ParameterRule {
    /// The rule as an entry of `parameters`.
    public var json: JSONValue {
        var members: [JSONValue.Member] = [
            ("name", .string(self.name)), ("keyPath", .string(self.keyPath.description)),
        ]
        if let path = self.path { members.append(("elementPath", .string(path.description))) }
        if let page = self.page { members.append(("page", .string(page))) }
        return .object(members)
    }
}

extension EventDefinition {
    /// The definition as an entry of `definitions`.
    public var json: JSONValue {
        var members: [JSONValue.Member] = [
            ("name", .string(self.name)), ("version", .integer(self.version)),
            ("trigger", .string(self.trigger.rawValue)), ("match", .array(self.aliases.map(\.json))),
        ]
        if !self.properties.isEmpty { members.append(("properties", .array(self.properties.map(\.json)))) }
        return .object(members)
    }
}

extension EventDefinition.Alias {
    /// The alias as an entry of `match`.
    public var json: JSONValue {
        let texts = [
            ("elementPath", self.path?.description), ("elementId", self.elementID), ("page", self.page),
            ("position", self.position), ("content", self.content),
        ]
        var members = texts.compactMap { name, text in text.map { (key: name, value: JSONValue.string($0)) } }
        if let range = self.appVersions {
            let bounds = [("from", range.first), ("to", range.last)]
            members.append(
                ("appVersions", .object(bounds.compactMap { name, text in text.map { (name, .string($0)) } }))
            )
        }
        return .object(members)
    }
}

extension EventDefinition.Property {
    /// The property as an entry of `properties`.
    public var json: JSONValue {
        var members: [JSONValue.Member] = [("name", .string(self.name)), ("type", .string(self.kind.rawValue))]
        if let path = self.path { members.append(("elementPath", .string(path.description))) }
        if let pattern = self.pattern { members.append(("regex", .string(pattern.description))) }
        return .object(members)
    }
}

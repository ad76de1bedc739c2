/// Events that were defined by pointing at an element.
extension ConfigurationReader {
    mutating func definitions(_ value: JSONValue, at path: String) -> [EventDefinition] {
        var definitions: [EventDefinition] = []
        var places: [String: Int] = [:]
        for (place, value) in self.elements(value, limit: EventDefinition.maxCount, at: path) ?? [] {
            guard let definition = self.definition(value, at: place) else { continue }
            guard let known = places[definition.name] else {
                places[definition.name] = definitions.count
                definitions.append(definition)
                continue
            }
            let isNewer = definition.version >= definitions[known].version
            if isNewer { definitions[known] = definition }
            self.remark(
                .duplicate,
                at: place,
                "the event \"\(definition.name)\" is defined already; version \(definitions[known].version) counts."
            )
        }
        return definitions
    }

    private mutating func definition(_ value: JSONValue, at path: String) -> EventDefinition? {
        guard self.object(value, at: path), let members = value.objectValue else { return nil }
        let known = ["name", "version", "trigger", "match", "properties"]
        var (name, match): (String?, JSONValue?) = (nil, nil)
        var definition = EventDefinition("", aliases: [])
        var isUsable = true
        for (key, value) in self.unique(members, at: path) {
            let place = Self.path(path, key)
            switch key {
            case "name": name = self.eventName(value, at: place)
            case "version": definition.version = self.revision(value, at: place).map { Int(clamping: $0) } ?? 1
            case "trigger":
                let trigger = self.choice(value, EventDefinition.Trigger.self, at: place)
                isUsable = isUsable && trigger != nil
                definition.trigger = trigger ?? .click
            case "match": match = value
            case "properties": definition.properties = self.properties(value, at: place)
            default: isUsable = self.unknownCondition(key, at: place, known: known)
            }
        }
        // What can be met depends on the trigger.
        let aliases = match.map { self.aliases($0, of: definition.trigger, at: Self.path(path, "match")) } ?? []
        guard isUsable, let name, !aliases.isEmpty else {
            self.remark(
                .invalid,
                at: path,
                "a definition needs a \"name\" and a \"match\" that can be used, and no name that is not known; it is ignored."
            )
            return nil
        }
        definition.name = name
        definition.aliases = aliases
        return definition
    }

    private mutating func eventName(_ value: JSONValue, at path: String) -> String? {
        guard let name = self.text(value, at: path, limit: Limits.maxNameLength) else { return nil }
        if let problem = Naming.check(name: name) {
            self.remark(.invalid, at: path, problem.description)
            return nil
        }
        guard name.utf8.first != UInt8(ascii: "$") else {
            self.remark(.invalid, at: path, "names that begin with '$' are those of the SDK; choose another one.")
            return nil
        }
        return name
    }

    private mutating func choice<Choice: RawRepresentable & CaseIterable>(
        _ value: JSONValue,
        _ type: Choice.Type,
        at path: String
    ) -> Choice? where Choice.RawValue == String {
        guard let text = self.text(value, at: path, limit: 100) else { return nil }
        // Sensors writes STRING and NUMBER.
        if let choice = Choice(rawValue: text) ?? Choice(rawValue: text.lowercased()) { return choice }
        let known = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        self.remark(.invalid, at: path, "\"\(Limits.shown(text))\" is none of \(known).")
        return nil
    }

    private mutating func aliases(
        _ value: JSONValue,
        of trigger: EventDefinition.Trigger,
        at path: String
    ) -> [EventDefinition.Alias] {
        if value.objectValue != nil { return self.alias(value, of: trigger, at: path).map { [$0] } ?? [] }
        let elements = self.elements(value, limit: EventDefinition.maxParts, at: path) ?? []
        return elements.compactMap { self.alias($0.value, of: trigger, at: $0.path) }
    }

    private mutating func alias(
        _ value: JSONValue,
        of trigger: EventDefinition.Trigger,
        at path: String
    ) -> EventDefinition.Alias? {
        guard self.object(value, at: path), let alias = self.conditions(value, at: path) else { return nil }
        guard let problem = alias.problem(for: trigger) else { return alias }
        self.remark(.invalid, at: path, "\(problem) It is ignored.")
        return nil
    }

    /// What an alias says; nil where not all of it can be read.
    private mutating func conditions(_ value: JSONValue, at path: String) -> EventDefinition.Alias? {
        let members = value.objectValue ?? []
        let known = ["elementPath", "elementId", "page", "position", "content", "appVersions"]
        var alias = EventDefinition.Alias()
        var isRead = true
        for (key, value) in self.unique(members, at: path) {
            let place = Self.path(path, key)
            // A condition that cannot be read must not make the event of everything.
            switch Self.camel(key) {
            case "elementPath":
                alias.path = self.aliasPath(value, at: place)
                isRead = isRead && alias.path != nil
            case "elementId":
                alias.elementID = self.text(value, at: place, limit: PathPattern.maxBytes)
                isRead = isRead && alias.elementID != nil
            case "page":
                alias.page = self.text(value, at: place, limit: 200)
                isRead = isRead && alias.page != nil
            case "position":
                alias.position = self.position(value, at: place)
                isRead = isRead && alias.position != nil
            case "content":
                alias.content = self.text(value, at: place, limit: 2_048)
                isRead = isRead && alias.content != nil
            case "appVersions":
                alias.appVersions = self.appVersions(value, at: place)
                isRead = isRead && alias.appVersions != nil
            default: isRead = self.unknownCondition(key, at: place, known: known)
            }
        }
        if !isRead { self.remark(.invalid, at: path, "all that it says must be right; it is ignored.") }
        return isRead ? alias : nil
    }

    private mutating func aliasPath(_ value: JSONValue, at path: String) -> PathPattern? {
        guard let pattern = self.pattern(value, at: path) else { return nil }
        guard !self.aliasShapes.add(pattern) else { return pattern }
        self.remark(.clamped, at: path, PathShapes.remark)
        return nil
    }

    private mutating func position(_ value: JSONValue, at path: String) -> String? {
        guard let text = self.text(value, at: path, limit: 40) else { return nil }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        if (1...2).contains(parts.count), parts.allSatisfy({ $0 == "*" || Int($0).map { $0 >= 0 } ?? false }) {
            return text
        }
        self.remark(.invalid, at: path, "a position is \"section:row\"; either may be \"*\".")
        return nil
    }

    private mutating func appVersions(_ value: JSONValue, at path: String) -> AppVersionRange? {
        guard self.object(value, at: path), let members = value.objectValue else { return nil }
        var range = AppVersionRange()
        var isRead = true
        for (key, value) in self.unique(members, at: path) {
            let place = Self.path(path, key)
            guard key == "from" || key == "to" else {
                isRead = self.unknownCondition(key, at: place, known: ["from", "to"])
                continue
            }
            guard let text = self.text(value, at: place, limit: 40) else { return nil }
            guard AppVersionRange.isVersion(text) else {
                self.remark(.invalid, at: place, "a version is whole numbers with points between them, such as 2.3.1.")
                return nil
            }
            if key == "from" { range.first = text } else { range.last = text }
        }
        if isRead, range == AppVersionRange() {
            self.remark(.invalid, at: path, "versions have a \"from\", a \"to\" or both.")
            return nil
        }
        return isRead ? range : nil
    }

    private mutating func properties(_ value: JSONValue, at path: String) -> [EventDefinition.Property] {
        let elements = self.elements(value, limit: EventDefinition.maxParts, at: path) ?? []
        return elements.compactMap { self.property($0.value, at: $0.path) }
    }

    private mutating func property(_ value: JSONValue, at path: String) -> EventDefinition.Property? {
        guard self.object(value, at: path), let members = value.objectValue else { return nil }
        let known = ["name", "type", "elementPath", "regex"]
        var name: String?
        var property = EventDefinition.Property("")
        var isRead = true
        for (key, value) in self.unique(members, at: path) {
            let place = Self.path(path, key)
            switch Self.camel(key) {
            case "name": name = self.propertyName(value, at: place)
            case "type":
                let kind = self.choice(value, EventDefinition.Property.Kind.self, at: place)
                isRead = isRead && kind != nil
                property.kind = kind ?? .string
            case "elementPath":
                property.path = self.pattern(value, at: place)
                isRead = isRead && property.path != nil
            case "regex", "regular":
                property.pattern = self.textPattern(value, at: place)
                isRead = isRead && property.pattern != nil
            default: isRead = self.unknownCondition(key, at: place, known: known)
            }
        }
        guard isRead, let name else {
            self.remark(
                .invalid,
                at: path,
                "the property needs a \"name\", and all that it says must be right; it is ignored."
            )
            return nil
        }
        property.name = name
        return property
    }

    private mutating func textPattern(_ value: JSONValue, at path: String) -> TextPattern? {
        guard let text = self.text(value, at: path, limit: 4 * TextPattern.maxLength) else { return nil }
        do throws(TextPatternError) {
            let pattern = try TextPattern(text)
            self.patternSteps += pattern.stepCount
            guard self.patternSteps <= EventDefinition.maxPatternSteps else {
                let most = EventDefinition.maxPatternSteps
                self.remark(
                    .clamped,
                    at: path,
                    "the patterns of all definitions have more than \(most) steps together."
                )
                return nil
            }
            return pattern
        } catch {
            self.remark(.invalid, at: path, error.description)
            return nil
        }
    }
}

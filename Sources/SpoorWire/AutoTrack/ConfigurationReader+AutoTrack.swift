/// The members that say what is recorded by itself.
extension ConfigurationReader {
    /// Takes one of the members: as it was written where all of it can be used, else what can be.
    mutating func readMember(_ value: JSONValue, as key: String, into document: inout ConfigurationDocument) {
        let count = self.count
        switch key {
        case "pages":
            guard self.object(value, at: key) else { return document.pages = nil }
            let pages = self.pages(value, at: key).sorted { $0.key < $1.key }
            document.pages = self.count == count ? value : .object(pages.map { ($0.key, .string($0.value)) })
        case "autoTrack":
            guard self.object(value, at: key) else { return document.autoTrack = nil }
            let settings = self.autoTrack(value, at: key)
            document.autoTrack = self.count == count ? value : settings.json
        default:
            guard self.array(value, at: key) else { return document.definitions = nil }
            let definitions = self.definitions(value, at: key)
            document.definitions = self.count == count ? value : .array(definitions.map(\.json))
        }
    }

    mutating func autoTrack(_ value: JSONValue, at path: String) -> AutoTrackSettings {
        var settings = AutoTrackSettings()
        let known = ["mask", "blacklist", "whitelist", "parameters", "childPages"]
        for (key, value) in self.unique(value.objectValue ?? [], at: path) {
            let place = Self.path(path, key)
            switch key {
            case "mask": settings.kinds = self.kinds(value, at: place)
            case "blacklist": self.blackList(value, into: &settings, at: place)
            case "whitelist": settings.whiteList = self.whiteList(value, at: place)
            case "parameters": settings.parameters = self.parameters(value, at: place)
            case "childPages" where value.arrayValue != nil: settings.childPages = self.names(value, at: place)
            case "childPages":
                settings.tracksChildPages = value.boolValue
                if value.boolValue == nil {
                    self.wrongType(value, at: place, wanted: "true, false or an array of classes")
                }
            default: self.unknown(key, at: place, known: known)
            }
        }
        return settings
    }

    private mutating func kinds(_ value: JSONValue, at path: String) -> AutoTrackKinds? {
        guard let number = value.int64Value, number >= -1 else {
            self.wrongType(value, at: path, wanted: "a whole number, -1 for what the app's code chose")
            return nil
        }
        guard number >= 0 else { return nil }
        let kinds = AutoTrackKinds(rawValue: Int(number)).intersection(.all)
        if Int64(kinds.rawValue) != number {
            self.remark(
                .clamped,
                at: path,
                "the mask has bits that mean nothing; \(kinds.rawValue) is used of it."
            )
        }
        return kinds
    }

    /// The elements of an array, as many as are read.
    mutating func elements(_ value: JSONValue, limit: Int, at path: String) -> [(path: String, value: JSONValue)]? {
        guard let elements = value.arrayValue else {
            self.wrongType(value, at: path, wanted: "an array")
            return nil
        }
        if elements.count > limit {
            self.remark(
                .clamped,
                at: path,
                "\(elements.count) entries are more than the \(limit) that are read; the first ones are used."
            )
        }
        return elements.prefix(limit).enumerated().map { ("\(path)[\($0.offset)]", $0.element) }
    }

    mutating func names(_ value: JSONValue, at path: String) -> Set<String> {
        let elements = self.elements(value, limit: AutoTrackSettings.maxIgnored, at: path) ?? []
        return Set(elements.compactMap { self.text($0.value, at: $0.path, limit: 200) })
    }

    mutating func pattern(_ value: JSONValue, at path: String) -> PathPattern? {
        guard let text = self.text(value, at: path, limit: PathPattern.maxBytes) else { return nil }
        do throws(PathPatternError) {
            let pattern = try PathPattern(text)
            if let doubt = pattern.doubt { self.remark(.invalid, at: path, doubt) }
            return pattern
        } catch {
            self.remark(.invalid, at: path, "\(error.description) The entry is ignored.")
            return nil
        }
    }

    private mutating func patterns(_ value: JSONValue, limit: Int, at path: String) -> [PathPattern]? {
        guard let elements = self.elements(value, limit: limit, at: path) else { return nil }
        var shapes = PathShapes()
        return elements.compactMap { element in
            guard let pattern = self.pattern(element.value, at: element.path) else { return nil }
            guard !shapes.add(pattern) else { return pattern }
            self.remark(.clamped, at: element.path, PathShapes.remark)
            return nil
        }
    }

    private mutating func whiteList(_ value: JSONValue, at path: String) -> [PathPattern]? {
        guard let patterns = self.patterns(value, limit: AutoTrackSettings.maxWhiteList, at: path) else { return nil }
        // A list in which nothing can be read must not count as a list that allows nothing.
        guard !patterns.isEmpty || value.arrayValue?.isEmpty == true else {
            self.remark(.invalid, at: path, "no path of the list can be used; the field is ignored.")
            return nil
        }
        return patterns
    }

    private mutating func blackList(_ value: JSONValue, into settings: inout AutoTrackSettings, at path: String) {
        if value.arrayValue != nil {
            settings.ignoredPaths = self.patterns(value, limit: AutoTrackSettings.maxIgnored, at: path) ?? []
            return
        }
        guard let members = value.objectValue else {
            return self.wrongType(value, at: path, wanted: "an array of paths, or an object of lists")
        }
        for (key, value) in self.unique(members, at: path) {
            let place = Self.path(path, key)
            switch key {
            case "types": settings.ignoredTypes = self.names(value, at: place)
            case "pages": settings.ignoredPages = self.names(value, at: place)
            case "kinds": settings.ignoredKinds = self.elementKinds(value, at: place)
            case "paths":
                settings.ignoredPaths = self.patterns(value, limit: AutoTrackSettings.maxIgnored, at: place) ?? []
            default: self.unknown(key, at: place, known: ["types", "pages", "kinds", "paths"])
            }
        }
    }

    private mutating func elementKinds(_ value: JSONValue, at path: String) -> Set<String> {
        var kinds: Set<String> = []
        for (place, value) in self.elements(value, limit: AutoTrackSettings.maxIgnored, at: path) ?? [] {
            guard let name = self.text(value, at: place, limit: 200) else { continue }
            if AutoTrackSettings.elementKinds.contains(name) {
                kinds.insert(name)
            } else {
                self.remark(.invalid, at: place, "no element is of the kind \"\(Limits.shown(name))\"; it is ignored.")
            }
        }
        return kinds
    }

    private mutating func parameters(_ value: JSONValue, at path: String) -> [ParameterRule] {
        let elements = self.elements(value, limit: ParameterRule.maxCount, at: path) ?? []
        return elements.compactMap { self.parameter($0.value, at: $0.path) }
    }

    private mutating func parameter(_ value: JSONValue, at path: String) -> ParameterRule? {
        guard self.object(value, at: path), let members = value.objectValue else { return nil }
        var (name, keyPath): (String?, ParameterPath?)
        var (pattern, page): (PathPattern?, String?)
        var isRead = true
        for (key, value) in self.unique(members, at: path) {
            let place = Self.path(path, key)
            switch Self.camel(key) {
            case "name": name = self.propertyName(value, at: place)
            case "keyPath": keyPath = self.keyPath(value, at: place)
            // A restriction that cannot be read must not widen what is recorded.
            case "elementPath":
                pattern = self.pattern(value, at: place)
                isRead = isRead && pattern != nil
            case "page":
                page = self.text(value, at: place, limit: 200)
                isRead = isRead && page != nil
            default:
                let known = ["name", "keyPath", "elementPath", "page"]
                isRead = self.unknownCondition(key, at: place, known: known)
            }
        }
        guard isRead, let name, let keyPath else {
            self.remark(
                .invalid,
                at: path,
                "the parameter needs a \"name\" and a \"keyPath\", and all that it says must be right; it is ignored."
            )
            return nil
        }
        return ParameterRule(name, keyPath, path: pattern, page: page)
    }

    private mutating func keyPath(_ value: JSONValue, at path: String) -> ParameterPath? {
        guard let text = self.text(value, at: path, limit: 1_000) else { return nil }
        do throws(ParameterPathError) {
            return try ParameterPath(text)
        } catch {
            self.remark(.invalid, at: path, "\(error.description) The entry is ignored.")
            return nil
        }
    }

    /// The name of a property that the app's own data may have.
    mutating func propertyName(_ value: JSONValue, at path: String) -> String? {
        guard let name = self.text(value, at: path, limit: Limits.maxNameLength) else { return nil }
        guard let problem = Naming.checkOwnProperty(name) else { return name }
        self.remark(.invalid, at: path, "\(problem.description) The entry is ignored.")
        return nil
    }

    /// A name in snake case as the other members have it: 003 and Sensors write `key_path` and `element_path`.
    static func camel(_ name: String) -> String {
        let words = name.split(separator: "_")
        guard words.count > 1, let first = words.first else { return name }
        return words.dropFirst().reduce(String(first)) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }
}

public import SpoorWire

/// What holds for auto-tracking, compiled from the app's configuration and the server's; made on any thread.
public struct AutoTrackRules: Sendable {
    /// What the server's configuration says.
    public struct Remote: Sendable {
        /// The member `autoTrack`.
        public var settings = AutoTrackSettings()

        /// The member `pages`.
        public var pages: [String: String] = [:]

        /// The member `definitions`.
        public var definitions: [EventDefinition] = []

        /// Makes one that says nothing.
        public init() {}

        /// Reads a document.
        public init(_ document: ConfigurationDocument) {
            self.settings = document.autoTrackSettings
            self.pages = document.pageIDs
            self.definitions = document.eventDefinitions
        }
    }

    /// The kinds of events that are recorded.
    public private(set) var kinds: AutoTrackKinds

    let rageClicks: RageClickRule
    let pages: PageTable
    let pageRules: PageRules
    let ignore: IgnoreRules
    let whiteList: PathWhiteList?
    let parameters: [ParameterRule]
    let denied: DeniedNames
    let definitions: DefinitionIndex

    /// What of the app's own configuration cannot be used, a sentence each.
    public private(set) var remarks: [String] = []

    /// What of elements is not read.
    @MainActor
    var unread: Unread { Unread(self.ignore, pageRules: self.pageRules) }

    /// Compiles rules.
    ///
    /// - Parameters:
    ///   - local: what the app's code wants.
    ///   - remote: what the server says; what it does not say stays.
    ///   - appVersion: the app's version, which decides between the aliases of a definition; nil takes all.
    public init(_ local: AutoTrackConfiguration, _ remote: Remote = Remote(), appVersion: String? = nil) {
        var reading = LocalReading()
        let settings = remote.settings
        self.kinds = settings.kinds ?? local.kinds
        self.rageClicks = local.rageClicks
        self.pages = remote.pages.isEmpty ? local.pages : local.pages.merging(PageTable(remote.pages))
        var pageRules = local.pageRules
        pageRules.tracksChildPages = settings.tracksChildPages ?? pageRules.tracksChildPages
        pageRules.childTypes.formUnion(settings.childPages)
        self.pageRules = pageRules
        self.ignore = IgnoreRules(
            types: local.ignoredTypes.union(settings.ignoredTypes),
            pages: local.ignoredPages.union(settings.ignoredPages),
            kinds: local.ignoredKinds.union(settings.ignoredKinds.compactMap { ElementKind(rawValue: $0) }),
            paths: reading.patterns(local.ignoredPaths, of: "ignoredPaths") + settings.ignoredPaths
        )
        let own = local.whiteList.map { reading.patterns($0, of: "whiteList") }
        self.whiteList = (settings.whiteList ?? own).map { PathWhiteList($0) }
        let isNamed = Set(settings.parameters.map(\.name))
        let parameters = reading.rules(local.parameters).filter { !isNamed.contains($0.name) } + settings.parameters
        self.denied = DeniedNames(local.deniedNames)
        self.parameters = reading.allowed(parameters, self.denied)
        let isDefined = Set(remote.definitions.map(\.name))
        let definitions = reading.definitions(local.definitions).filter { !isDefined.contains($0.name) }
        self.definitions = DefinitionIndex(definitions + remote.definitions, appVersion: appVersion)
        reading.refuse(self.whiteList?.refused ?? [], of: "whiteList")
        reading.refuse(self.ignore.refused, of: "ignoredPaths")
        reading.refuse(self.definitions.refused, of: "definitions")
        self.remarks = reading.remarks
    }
}

/// Reads the texts of a local configuration, and says what of them cannot be used.
private struct LocalReading {
    private(set) var remarks: [String] = []

    mutating func patterns(_ texts: [String], of field: String) -> [PathPattern] {
        texts.compactMap { self.pattern($0, of: field) }
    }

    private mutating func pattern(_ text: String, of field: String) -> PathPattern? {
        do throws(PathPatternError) {
            let pattern = try PathPattern(text)
            if let doubt = pattern.doubt {
                self.remarks.append("autoTrack.\(field): '\(Limits.shown(text))' may mean nothing: \(doubt)")
            }
            return pattern
        } catch {
            self.remarks.append("autoTrack.\(field): '\(Limits.shown(text))' is not used: \(error.description)")
            return nil
        }
    }

    mutating func refuse(_ patterns: [PathPattern], of field: String) {
        for pattern in patterns.prefix(20) {
            let text = Limits.shown(pattern.description)
            self.remarks.append("autoTrack.\(field): '\(text)' is not used: \(PathShapes.remark)")
        }
    }

    mutating func rules(_ parameters: [AutoTrackConfiguration.Parameter]) -> [ParameterRule] {
        parameters.compactMap { parameter in
            if let problem = Naming.checkOwnProperty(parameter.name) {
                self.remarks.append("autoTrack.parameters: '\(Limits.shown(parameter.name))' is not used: \(problem)")
                return nil
            }
            do throws(ParameterPathError) {
                let keyPath = try ParameterPath(parameter.keyPath)
                let pattern = parameter.path.map { self.pattern($0, of: "parameters") }
                if case .some(.none) = pattern { return nil }
                return ParameterRule(parameter.name, keyPath, path: pattern ?? nil, page: parameter.page)
            } catch {
                let name = Limits.shown(parameter.name)
                self.remarks.append("autoTrack.parameters: '\(name)' is not used: \(error.description)")
                return nil
            }
        }
    }

    /// The parameters that lead through no name that the app denies.
    mutating func allowed(_ parameters: [ParameterRule], _ denied: DeniedNames) -> [ParameterRule] {
        for name in denied.unusable {
            self.remarks.append(
                "autoTrack.deniedNames: '\(Limits.shown(name))' denies nothing: write one name, as a key path has it."
            )
        }
        return parameters.filter { parameter in
            guard let name = parameter.keyPath.names.first(where: { denied.contains($0) }) else { return true }
            self.remarks.append(
                "autoTrack.parameters: '\(Limits.shown(parameter.name))' is not used: its key path leads through '\(name)', "
                    + "which autoTrack.deniedNames has."
            )
            return false
        }
    }

    mutating func definitions(_ definitions: [EventDefinition]) -> [EventDefinition] {
        definitions.compactMap { definition in
            let name = "autoTrack.definitions: '\(Limits.shown(definition.name))'"
            if let problem = Naming.check(name: definition.name) {
                self.remarks.append("\(name) is not used: \(problem)")
                return nil
            }
            var usable = definition
            usable.aliases = definition.aliases.filter { alias in
                guard let problem = alias.problem(for: definition.trigger) else { return true }
                self.remarks.append("\(name) has an alias that is not used: \(problem)")
                return false
            }
            if definition.aliases.isEmpty { self.remarks.append("\(name) is not used: it has no alias.") }
            return usable.aliases.isEmpty ? nil : usable
        }
    }
}

/// What the configuration says about the types of a channel's records: the whitelist, and each type's rule.
///
/// A record that has a prefix is stored as `prefix-type`. It is looked up by that full name first, so that a server can
/// tell one business line from another, and by its own type else; always in the rules of the channel it is sent on.
package struct TypeRules: Equatable, Sendable {
    /// The rule of one type.
    package struct Rule: Equatable, Sendable {
        /// The type, such as `appCrash`, or a full name, such as `shop-order`.
        package var type: String
        /// Whether it waits for Wi-Fi.
        package var onlyWifi: Bool
        /// Whether it is uploaded at once instead of by the timer.
        package var isRealtime: Bool
        /// Whether its payload is uploaded with its meta.
        package var isUploadPayload: Bool

        /// Creates a rule.
        package init(_ type: String, onlyWifi: Bool = false, isRealtime: Bool = false, isUploadPayload: Bool = false) {
            self.type = type
            self.onlyWifi = onlyWifi
            self.isRealtime = isRealtime
            self.isUploadPayload = isUploadPayload
        }
    }

    /// All types, without a rule of their own.
    package static let none = TypeRules(nil)

    private let byType: [String: Rule]?
    /// Whether the whitelist is one of business records, too.
    private let limitsBusiness: Bool

    /// Creates rules.
    ///
    /// - Parameters:
    ///   - rules: the rules, of two for one type the latter; nil where every type passes.
    ///   - limitsBusiness: whether a record that has a prefix must be listed, too; off for types that nobody chose.
    package init(_ rules: [Rule]?, limitsBusiness: Bool = true) {
        self.limitsBusiness = limitsBusiness
        self.byType = rules.map { rules in Dictionary(rules.map { ($0.type, $0) }) { _, last in last } }
    }

    /// The rule for a record that is being recorded; nil where its type is not on the whitelist.
    package func rule(type: String, prefix: String? = nil) -> Rule? {
        guard let byType = self.byType else { return self.unlisted(type) }
        guard let prefix else { return byType[type] }
        let name = ReportType.full(type, prefix: prefix)
        return byType[name] ?? byType[type] ?? (self.limitsBusiness ? nil : self.unlisted(name))
    }

    /// The rule for a record that is stored under this full name.
    ///
    /// One whose type has been taken off the list since was recorded rightly: it goes whole, but over Wi-Fi.
    package func rule(stored name: String) -> Rule {
        guard let byType = self.byType else { return self.unlisted(name) }
        let own = ReportType.own(of: name)
        if let rule = byType[name] ?? own.flatMap({ byType[$0] }) { return rule }
        var rule = self.unlisted(name)
        rule.onlyWifi = self.limitsBusiness || own == nil
        return rule
    }

    /// The types that may leave over cellular networks.
    package var forCellular: TypeSelection { TypeSelection(rules: self) }

    /// Whether no type at all may leave over cellular networks.
    var isOnlyWifi: Bool { self.limitsBusiness && self.byType.map { $0.values.allSatisfy(\.onlyWifi) } ?? false }

    private func unlisted(_ type: String) -> Rule {
        Rule(type, isRealtime: ReportType.isCrash(type), isUploadPayload: true)
    }
}

/// The types that may leave over cellular networks.
package struct TypeSelection: Equatable, Sendable {
    private let rules: TypeRules

    init(rules: TypeRules) {
        self.rules = rules
    }

    /// Whether it contains no type.
    package var isEmpty: Bool { self.rules.isOnlyWifi }

    /// Whether records that are stored under this name may leave.
    package func contains(_ storedType: String) -> Bool { !self.rules.rule(stored: storedType).onlyWifi }
}

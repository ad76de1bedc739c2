/// The rules by type, and encryption.
extension ConfigurationReader {
    mutating func rules(_ value: JSONValue, at path: String) -> [TypeRule]? {
        guard let entries = value.arrayValue else {
            self.wrongType(value, at: path, wanted: "an array of rules")
            return nil
        }
        if entries.count > TypeRule.maxCount {
            self.remark(
                .clamped,
                at: path,
                "\(entries.count) rules are more than the \(TypeRule.maxCount) that are read; the first ones are used."
            )
        }
        var places: [String: Int] = [:]
        var rules: [TypeRule] = []
        for (index, entry) in entries.prefix(TypeRule.maxCount).enumerated() {
            let place = "\(path)[\(index)]"
            guard let rule = self.rule(entry, at: place) else { continue }
            guard let known = places[rule.type] else {
                places[rule.type] = rules.count
                rules.append(rule)
                continue
            }
            rules[known] = rule
            self.remark(.duplicate, at: place, "the type \"\(rule.type)\" has a rule already; the last one counts.")
        }
        // A list in which nothing can be read must not count as a list that allows nothing.
        guard !rules.isEmpty || entries.isEmpty else {
            self.remark(.invalid, at: path, "no rule of the list can be used; the field is ignored.")
            return nil
        }
        return rules
    }

    private mutating func rule(_ value: JSONValue, at path: String) -> TypeRule? {
        guard case .object(let members) = value else {
            self.wrongType(value, at: path, wanted: "an object with a type")
            return nil
        }
        var type: String?
        var rule = TypeRule(type: "")
        for (key, value) in self.unique(members, at: path) {
            let place = Self.path(path, key)
            switch key {
            case "type": type = self.type(value, at: place)
            case "onlyWifi": rule.onlyWifi = self.flag(value, at: place) ?? false
            case "isRealtime": rule.isRealtime = self.flag(value, at: place) ?? false
            case "isUploadPayload": rule.isUploadPayload = self.flag(value, at: place) ?? false
            default: self.unknown(key, at: place, known: ["type", "onlyWifi", "isRealtime", "isUploadPayload"])
            }
        }
        guard let type else {
            self.remark(.invalid, at: path, "a rule needs a \"type\"; it is ignored.")
            return nil
        }
        rule.type = type
        return rule
    }

    private mutating func type(_ value: JSONValue, at path: String) -> String? {
        guard let text = value.stringValue, !TypeRule.isTypeName(text) else {
            return self.text(value, at: path, limit: TypeRule.maxTypeBytes)
        }
        self.remark(
            .invalid,
            at: path,
            "no record has such a type: it has 1 to \(TypeRule.maxTypeBytes) ASCII letters, digits, '_', '.', '$' and "
                + "'-', and no '-' in front."
        )
        return nil
    }

    mutating func encryption(_ value: JSONValue, at path: String) -> Encryption? {
        guard case .object(let members) = value else {
            self.wrongType(value, at: path, wanted: "an object with a kind")
            return nil
        }
        var texts: [String: String] = [:]
        for (key, value) in self.unique(members, at: path) {
            let place = Self.path(path, key)
            guard ["kind", "id", "key", "publicKey"].contains(key) else {
                self.unknown(key, at: place, known: ["kind", "id", "key", "publicKey"])
                continue
            }
            texts[key] = self.text(value, at: place, limit: 200)
        }
        if let encryption = Self.encryption(texts) { return encryption }
        self.remark(
            .invalid,
            at: path,
            "encryption needs kind \"none\", \"aes128CBC\" with id and key (16 bytes in base64), or \"sealed\" with id "
                + "and publicKey (65 bytes in base64); the field is ignored."
        )
        return nil
    }

    private static func encryption(_ texts: [String: String]) -> Encryption? {
        let id = texts["id"] ?? ""
        switch texts["kind"] {
        case "none": return Encryption.none
        case "aes128CBC": return texts["key"].flatMap { try? SharedKey(id: id, base64: $0) }.map { .aes128CBC($0) }
        case "sealed": return texts["publicKey"].flatMap { try? SealingKey(id: id, base64: $0) }.map { .sealed($0) }
        default: return nil
        }
    }
}

/// Namespaces and their settings.
extension ConfigurationReader {
    mutating func readNamespaces(
        _ members: [JSONValue.Member],
        at path: String,
        into document: inout ConfigurationDocument
    ) {
        for (name, value) in self.unique(members, at: path) {
            self.readNamespace(value, named: name, at: Self.path(path, name), into: &document)
        }
    }

    /// Says which of the namespaces can have no channel beside the others.
    mutating func compareNames(of document: ConfigurationDocument, at path: String) {
        let names = document.unread.union(document.namespaces.keys).sorted()
        var spellings: [String: String] = [:]
        for name in names {
            guard let other = spellings.updateValue(name, forKey: name.lowercased()) else { continue }
            self.remark(
                .duplicate,
                at: Self.path(path, name),
                "the name differs from \"\(other)\" in upper and lower case alone: a device runs one of them."
            )
        }
        let channels = names.filter { ConfigurationDocument.isChannel($0) }
        guard channels.count > ConfigurationDocument.maxChannels else { return }
        self.remark(
            .clamped,
            at: path,
            "\(channels.count) namespaces are more than the \(ConfigurationDocument.maxChannels) channels that a device "
                + "makes of them; take some out."
        )
    }

    /// Reads one namespace; where its value has a wrong type, it is named and changes nothing.
    mutating func readNamespace(
        _ value: JSONValue,
        named name: String,
        at path: String,
        into document: inout ConfigurationDocument
    ) {
        guard case .object(let members) = value else {
            self.wrongType(value, at: path, wanted: "an object of settings")
            if ConfigurationDocument.isNamespace(name) { document.unread.insert(name) }
            return
        }
        guard ConfigurationDocument.isNamespace(name) else {
            self.remark(
                .invalid,
                at: path,
                "a namespace's name has 1 to 64 ASCII letters, digits, '_', '-' and '.', a letter or digit in front, and is "
                    + "not \"tracker\" in capitals; it is ignored."
            )
            return
        }
        var settings = ChannelSettings()
        for (key, value) in self.unique(members, at: path) {
            let place = Self.path(path, key)
            guard let field = SettingField(rawValue: key) else {
                self.unknown(key, at: place, known: SettingField.allCases.map(\.rawValue))
                continue
            }
            self.read(value, as: field, into: &settings, at: place)
        }
        document.namespaces[name] = settings
    }

    private mutating func read(
        _ value: JSONValue,
        as field: SettingField,
        into settings: inout ChannelSettings,
        at path: String
    ) {
        switch field {
        case .url: settings.url = self.address(value, at: path)
        case .isUpload: settings.isUpload = self.flag(value, at: path)
        case .isGather: settings.isGather = self.flag(value, at: path)
        case .isUpdateClear: settings.isUpdateClear = self.flag(value, at: path)
        case .maxBodyMByte: settings.maxBodyMByte = self.number(value, for: field, at: path)
        case .periodicTimerSecond:
            settings.periodicTimerSecond = self.number(value, for: field, at: path).map { Int($0) }
        case .flushBulkSize: settings.flushBulkSize = self.number(value, for: field, at: path).map { Int($0) }
        case .maxItem: settings.maxItem = self.number(value, for: field, at: path).map { Int($0) }
        case .maxFlowMByte: settings.maxFlowMByte = self.number(value, for: field, at: path).map { Int($0) }
        case .expirationDay: settings.expirationDay = self.number(value, for: field, at: path).map { Int($0) }
        case .monitorList: settings.monitorList = self.rules(value, at: path)
        case .encryption: settings.encryption = self.encryption(value, at: path)
        }
    }

    private mutating func address(_ value: JSONValue, at path: String) -> String? {
        guard let text = self.text(value, at: path, limit: 2048) else { return nil }
        let lower = text.lowercased()
        let scheme = ["https://", "http://"].first { lower.hasPrefix($0) }
        let rest = scheme.map { text.dropFirst($0.count) } ?? ""
        let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        guard isPlain, let first = rest.utf8.first, first != UInt8(ascii: "/"), first != UInt8(ascii: "?"),
            first != UInt8(ascii: "#"), first != UInt8(ascii: ":")
        else {
            self.remark(
                .invalid,
                at: path,
                "the address must begin with http:// or https:// and name a host; the field is ignored."
            )
            return nil
        }
        return text
    }
}

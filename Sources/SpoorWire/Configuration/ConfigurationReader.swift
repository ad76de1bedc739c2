/// Takes values out of a configuration and notes what is wrong with them.
struct ConfigurationReader {
    /// The names of the outermost object.
    static let topLevel = heading + ["namespaces", "pages", "autoTrack", "definitions"]

    /// Of these, what says which document it is.
    static let heading = ["project", "revision", "namespace"]

    /// The most remarks that are listed one by one.
    static let maxRemarks = 200

    /// How many steps the patterns of definitions have so far.
    var patternSteps = 0

    /// In which ways the paths of definitions' aliases leave parts open.
    var aliasShapes = PathShapes()

    private var remarks: [ConfigurationRemark] = []
    private var unlisted = 0

    /// The remarks; the last one counts those that are not listed.
    var listedRemarks: [ConfigurationRemark] {
        guard self.unlisted > 0 else { return self.remarks }
        let sentence = "\(self.unlisted) further remarks are not listed; correct these first."
        return self.remarks + [ConfigurationRemark(path: "", kind: .more, sentence: sentence)]
    }

    /// How many remarks there are.
    var count: Int { self.remarks.count + self.unlisted }

    mutating func remark(_ kind: ConfigurationRemark.Kind, at path: String, _ sentence: String) {
        guard self.remarks.count < Self.maxRemarks else {
            self.unlisted += 1
            return
        }
        self.remarks.append(ConfigurationRemark(path: path, kind: kind, sentence: sentence))
    }

    /// The members of an object, each name once: the last one of several.
    mutating func unique(_ members: [JSONValue.Member], at path: String) -> [JSONValue.Member] {
        var places: [String: Int] = [:]
        var result: [JSONValue.Member] = []
        for member in members {
            guard let place = places[member.key] else {
                places[member.key] = result.count
                result.append(member)
                continue
            }
            result[place].value = member.value
            self.remark(
                .duplicate,
                at: Self.path(path, member.key),
                "the name appears more than once; the last value counts."
            )
        }
        return result
    }

    mutating func unknown(_ name: String, at path: String, known: [String]) {
        let near = known.first { $0.lowercased() == name.lowercased() }
        let hint = near.map { " Did you mean \"\($0)\"?" } ?? ""
        self.remark(.unknown, at: path, "the name is not known and is ignored.\(hint)")
    }

    /// Notes a name that is not known where every name narrows what is meant: what it asks for must not be left out.
    ///
    /// - Returns: false; the entry cannot be used.
    mutating func unknownCondition(_ name: String, at path: String, known: [String]) -> Bool {
        let near = known.first { $0.lowercased() == name.lowercased() }
        let hint = near.map { " Did you mean \"\($0)\"?" } ?? ""
        let sentence = "the name is not known, and the entry cannot be used without what it asks for.\(hint)"
        self.remark(.unknown, at: path, sentence)
        return false
    }

    mutating func wrongType(_ value: JSONValue, at path: String, wanted: String) {
        self.remark(.wrongType, at: path, "\(Self.shown(value)) is not \(wanted); the field is ignored.")
    }

    mutating func flag(_ value: JSONValue, at path: String) -> Bool? {
        if let flag = value.boolValue { return flag }
        self.wrongType(value, at: path, wanted: "true or false")
        return nil
    }

    mutating func text(_ value: JSONValue, at path: String, limit: Int) -> String? {
        guard let text = value.stringValue else {
            self.wrongType(value, at: path, wanted: "text")
            return nil
        }
        guard !text.isEmpty, text.utf8.count <= limit else {
            self.remark(.invalid, at: path, "the text must have 1 to \(limit) bytes; the field is ignored.")
            return nil
        }
        return text
    }

    mutating func object(_ value: JSONValue, at path: String) -> Bool {
        if value.objectValue != nil { return true }
        self.wrongType(value, at: path, wanted: "an object")
        return false
    }

    mutating func array(_ value: JSONValue, at path: String) -> Bool {
        if value.arrayValue != nil { return true }
        self.wrongType(value, at: path, wanted: "an array")
        return false
    }

    /// Whether a member of the outermost object has the type that its name asks for.
    func hasRead(_ value: JSONValue, as key: String) -> Bool {
        key == "definitions" ? value.arrayValue != nil : value.objectValue != nil
    }

    mutating func revision(_ value: JSONValue, at path: String) -> Int64? {
        if let number = value.int64Value, number >= 0 { return number }
        self.wrongType(value, at: path, wanted: "a whole number from 0 on")
        return nil
    }

    /// A number, brought into its range.
    mutating func number(_ value: JSONValue, for field: SettingField, at path: String) -> Double? {
        guard let range = field.range else { return nil }
        let wanted = field.isWhole ? "a whole number" : "a number"
        // Digits beyond the largest double read as infinity, which a range holds off like any other number.
        guard case .number(let digits) = value, let number = Double(digits), !number.isNaN,
            !field.isWhole || number.isInfinite || number == number.rounded()
        else {
            self.wrongType(value, at: path, wanted: wanted)
            return nil
        }
        let clamped = min(max(number, range.lowerBound), range.upperBound)
        guard clamped != number else { return clamped }
        self.remark(
            .clamped,
            at: path,
            "\(Self.shown(value)) is outside of \(Self.shown(range.lowerBound)) to \(Self.shown(range.upperBound)); "
                + "\(Self.shown(clamped)) is used."
        )
        return clamped
    }

    /// A path one step deeper.
    static func path(_ path: String, _ name: String) -> String {
        let name = name.utf8.count > 100 ? Limits.truncated(name, limit: 100) : name
        return path.isEmpty ? name : "\(path).\(name)"
    }

    private static func shown(_ value: JSONValue) -> String {
        switch value {
        case .object: "an object"
        case .array: "an array"
        default: Limits.truncated(value.jsonText, limit: 40)
        }
    }

    private static func shown(_ value: Double) -> String {
        Int64(exactly: value).map { String($0) } ?? value.description
    }
}

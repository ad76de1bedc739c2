/// The rules for the names of events and properties.
///
/// A name is `^[A-Za-z_$][A-Za-z0-9_$]{0,99}$`, no reserved word and does not begin with a reserved prefix; letter case
/// does not matter for the reserved ones. Names that break a rule are refused, never shortened, so that two names cannot
/// become one (bug case O-06).
public enum Naming {
    /// What is wrong with the name of an event or of any property, or nil.
    public static func check(name: String) -> NameProblem? {
        let isJudged: NameProblem.Fault?? = name.utf8.withContiguousStorageIfAvailable {
            self.fault(in: UnsafeRawBufferPointer($0))
        }
        if case .some(let fault) = isJudged { return fault.map { NameProblem(name: name, fault: $0) } }
        var native = name  // A bridged string has no contiguous storage until it is copied.
        let fault = native.withUTF8 { self.fault(in: UnsafeRawBufferPointer($0)) }
        return fault.map { NameProblem(name: name, fault: $0) }
    }

    /// What is wrong with the name of a property that an app sets, or nil.
    ///
    /// Beside ``check(name:)``: only presets that an app may override begin with `$`.
    public static func checkOwnProperty(_ key: String) -> NameProblem? {
        if let problem = self.check(name: key) { return problem }
        guard key.utf8.first == UInt8(ascii: "$"), !self.overridablePresets.contains(key) else { return nil }
        return NameProblem(name: key, fault: .preset)
    }

    /// What is wrong with the name of a property that goes with more than one event, or nil.
    ///
    /// Beside ``checkOwnProperty(_:)``: a call alone says where and when its event belongs.
    public static func checkSharedProperty(_ key: String) -> NameProblem? {
        // A name of any length is hashed only once it is known to be a short one.
        if let problem = self.checkOwnProperty(key) { return problem }
        return self.callProperties.contains(key) ? NameProblem(name: key, fault: .ofTheCall) : nil
    }

    /// The properties of a call that become the event's own project, token and time.
    public static let callProperties: Set<String> = ["$project", "$token", "$time"]

    /// True when the bytes are a name without fault.
    public static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool { self.fault(in: bytes) == nil }

    /// The first rule that the bytes break, or nil.
    public static func fault(in bytes: UnsafeRawBufferPointer) -> NameProblem.Fault? {
        guard let first = bytes.first else { return .empty }
        guard bytes.count <= Limits.maxNameLength else { return .tooLong }
        guard !self.isDigit(first) else { return .beginsWithDigit }
        var areAllowed = true
        for byte in bytes { areAllowed = areAllowed && self.isAllowed(byte) }
        guard areAllowed else { return .character }
        if bytes.count <= 11, self.isReservedWord(bytes) { return .reserved }
        if first | 0x20 == UInt8(ascii: "u"), self.hasReservedPrefix(bytes) { return .reservedPrefix }
        return nil
    }

    /// The presets that an app may set itself: all but device id, first day and session id, which nothing overrides.
    public static let overridablePresets: Set<String> = [
        "$app_id", "$app_name", "$app_version", "$brand", "$carrier", "$element_content", "$element_id",
        "$element_path", "$element_position", "$element_selector", "$element_type", "$event_duration",
        "$geo_coordinate_system", "$is_first_time", "$latest_utm_campaign", "$latest_utm_content",
        "$latest_utm_medium", "$latest_utm_source", "$latest_utm_term", "$latitude", "$lib", "$lib_detail",
        "$lib_method", "$lib_version", "$longitude", "$manufacturer", "$model", "$network_type", "$os", "$os_version",
        "$project", "$referrer", "$referrer_title", "$resume_from_background", "$screen_height", "$screen_name",
        "$screen_orientation", "$screen_width", "$time", "$timezone_offset", "$title", "$token", "$url", "$user_agent",
        "$utm_campaign", "$utm_content", "$utm_medium", "$utm_source", "$utm_term", "$wifi",
    ]

    /// The words that may not be names; they are fields of the event or columns of the receiver.
    public static let reservedWords: [String] = [
        "distinct_id", "original_id", "time", "properties", "id", "first_id", "second_id", "users", "events", "event",
        "user_id", "date", "datetime",
    ]

    /// The beginnings that may not be those of names.
    public static let reservedPrefixes: [String] = ["user_tag", "user_group"]

    @inline(__always)
    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    @inline(__always)
    private static func isAllowed(_ byte: UInt8) -> Bool {
        // One bit for each ASCII character.
        guard byte < 128 else { return false }
        let bits: UInt64 = byte < 64 ? 0x03FF_0010_0000_0000 : 0x07FF_FFFE_87FF_FFFE
        return bits &>> UInt64(byte & 63) & 1 == 1
    }

    private static func isReservedWord(_ bytes: UnsafeRawBufferPointer) -> Bool {
        // By length first: most names are done after the switch.
        switch bytes.count {
        case 2: self.equals(bytes, "id")
        case 4: self.equals(bytes, "time") || self.equals(bytes, "date")
        case 5: self.equals(bytes, "event") || self.equals(bytes, "users")
        case 6: self.equals(bytes, "events")
        case 7: self.equals(bytes, "user_id")
        case 8: self.equals(bytes, "first_id") || self.equals(bytes, "datetime")
        case 9: self.equals(bytes, "second_id")
        case 10: self.equals(bytes, "properties")
        case 11: self.equals(bytes, "distinct_id") || self.equals(bytes, "original_id")
        default: false
        }
    }

    private static func hasReservedPrefix(_ bytes: UnsafeRawBufferPointer) -> Bool {
        self.begins(bytes, with: "user_tag") || self.begins(bytes, with: "user_group")
    }

    private static func begins(_ bytes: UnsafeRawBufferPointer, with prefix: StaticString) -> Bool {
        guard bytes.count >= prefix.utf8CodeUnitCount else { return false }
        return self.equals(UnsafeRawBufferPointer(rebasing: bytes[..<prefix.utf8CodeUnitCount]), prefix)
    }

    /// Compares without regard to letter case; `word` is lower case and as long as `bytes`.
    private static func equals(_ bytes: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
        for index in bytes.indices {
            let byte = bytes[index]
            let lower = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
            if lower != word.utf8Start[index] { return false }
        }
        return true
    }
}

import SpoorWire

/// Makes the names of meta fields fit the rules of property names, without letting two become one.
struct PropertyNames {
    private var taken: Set<String>
    /// The next number for names that fell together, so that many of them take no more time than few.
    private var numbers: [String: Int] = [:]

    /// Begins with names that are taken already.
    init(taken: Set<String>) { self.taken = taken }

    /// A name that the rules allow and that nobody has; the same where it is allowed already.
    mutating func legal(_ name: String) -> String {
        let plain = Self.allowed(name)
        var candidate = plain
        var number = self.numbers[plain, default: 2]
        while !self.taken.insert(candidate).inserted {
            let suffix = "_\(number)"
            candidate = String(plain.prefix(Limits.maxNameLength - suffix.utf8.count)) + suffix
            number += 1
        }
        self.numbers[plain] = number
        return candidate
    }

    /// The nearest name that the rules allow: other characters become `_`, and one `_` in front stands where a digit
    /// or a reserved word would.
    static func allowed(_ name: String) -> String {
        if Naming.check(name: name) == nil { return name }
        var text = String(
            String.UnicodeScalarView(
                name.unicodeScalars.prefix(Limits.maxNameLength).map { scalar in
                    let isAllowed =
                        scalar.isASCII
                        && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_"
                            || scalar == "$")
                    return isAllowed ? scalar : "_"
                }
            )
        )
        if Naming.check(name: text) != nil { text = String(("_" + text).prefix(Limits.maxNameLength)) }
        return text
    }
}

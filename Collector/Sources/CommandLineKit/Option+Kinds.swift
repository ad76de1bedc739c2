extension Option where Value == Bool {
    /// Declares an option without value: given or not.
    public static func flag(_ name: String, help: String) -> Self {
        Self(OptionDeclaration(name: name, help: help, defaultText: nil, form: .flag), default: false)
    }
}

extension Option where Value == String {
    /// Declares a text.
    ///
    /// - Parameters:
    ///   - name: The name without dashes.
    ///   - valueName: What stands for the value in usage texts, in capitals.
    ///   - text: The value when the option is not given.
    ///   - expected: What a good value is; completes the sentence "The value … is not …".
    ///   - help: What the option does.
    ///   - isGood: Whether a value is taken.
    /// - Returns: The option.
    public static func text(
        _ name: String,
        _ valueName: String,
        default text: String,
        expected: String = "a text",
        help: String,
        isGood: @escaping @Sendable (String) -> Bool = { _ in true }
    ) -> Self {
        Self(
            OptionDeclaration(
                name: name,
                help: help,
                defaultText: text,
                form: .value(valueName: valueName) { value throws(OptionDeclaration.Refusal) in
                    guard isGood(value) else { throw OptionDeclaration.Refusal(expected: expected) }
                    return value
                }
            ),
            default: text
        )
    }

    /// Declares a choice among fixed words.
    public static func choice(_ name: String, of words: [String], default word: String, help: String) -> Self {
        Self(
            OptionDeclaration(
                name: name,
                help: help,
                defaultText: word,
                form: .value(valueName: words.joined(separator: "|")) { value throws(OptionDeclaration.Refusal) in
                    guard words.contains(value) else {
                        throw OptionDeclaration.Refusal(expected: "one of: \(words.joined(separator: ", "))")
                    }
                    return value
                }
            ),
            default: word
        )
    }
}

extension Option where Value == String? {
    /// Declares a text that has no default.
    public static func text(_ name: String, _ valueName: String, help: String) -> Self {
        .custom(name, valueName, expected: "a text", help: help) { $0 }
    }
}

extension Option where Value == [String] {
    /// Declares a text that may be given several times.
    ///
    /// - Parameters:
    ///   - name: The name without dashes.
    ///   - valueName: What stands for the value in usage texts, in capitals.
    ///   - expected: What a good value is; completes the sentence "The value … is not …".
    ///   - help: What the option does.
    ///   - isGood: Whether a value is taken.
    /// - Returns: The option.
    public static func texts(
        _ name: String,
        _ valueName: String,
        expected: String = "a text",
        help: String,
        isGood: @escaping @Sendable (String) -> Bool = { _ in true }
    ) -> Self {
        Self(
            OptionDeclaration(
                name: name,
                help: help,
                defaultText: nil,
                form: .list(valueName: valueName) { value throws(OptionDeclaration.Refusal) in
                    guard isGood(value) else { throw OptionDeclaration.Refusal(expected: expected) }
                }
            ),
            default: []
        )
    }
}

extension Option where Value == Int {
    /// Declares a whole number within bounds.
    public static func integer(_ name: String, in range: ClosedRange<Int>, default number: Int, help: String) -> Self {
        Self(
            OptionDeclaration(
                name: name,
                help: help,
                defaultText: String(number),
                form: .value(valueName: "NUMBER") { value throws(OptionDeclaration.Refusal) in
                    guard let read = Int(value), range.contains(read) else {
                        throw OptionDeclaration.Refusal(
                            expected: "a whole number from \(range.lowerBound) to \(range.upperBound)"
                        )
                    }
                    return read
                }
            ),
            default: number
        )
    }
}

extension Option {
    /// Declares a value of a type of one's own that has no default.
    ///
    /// - Parameters:
    ///   - name: The name without dashes.
    ///   - valueName: What stands for the value in usage texts, in capitals.
    ///   - expected: What a good value is; completes the sentence "The value … is not …".
    ///   - help: What the option does.
    ///   - read: Reads the text; nil refuses it.
    /// - Returns: The option, whose value is nil unless it is given.
    public static func custom<Wrapped: Sendable>(
        _ name: String,
        _ valueName: String,
        expected: String,
        help: String,
        read: @escaping @Sendable (String) -> Wrapped?
    ) -> Self where Value == Wrapped? {
        Self(
            OptionDeclaration(
                name: name,
                help: help,
                defaultText: nil,
                form: .value(valueName: valueName) { value throws(OptionDeclaration.Refusal) in
                    guard let wrapped = read(value) else { throw OptionDeclaration.Refusal(expected: expected) }
                    return wrapped
                }
            ),
            default: nil
        )
    }
}

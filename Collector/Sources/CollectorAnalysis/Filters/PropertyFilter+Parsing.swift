extension PropertyFilter {
    /// Reads a condition such as `price > 10`, `city = "Berlin"`, `order_no=9007199254740993` or `coupon is set`.
    ///
    /// A value in quotes is a string. Without quotes, a JSON number is a number, `true` and `false` are booleans, and
    /// anything else is a string.
    ///
    /// - Throws: ``AnalysisError`` that says what a condition looks like.
    public init(parsing text: String, parameter: String = "filter") throws(AnalysisError) {
        let trimmed = text.trimmed
        let name = trimmed.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
        let rest = trimmed.dropFirst(name.count).trimmed
        guard !name.isEmpty, !rest.isEmpty else { throw PropertyFilter.unreadable(text, parameter) }
        for comparison in Operator.longestFirst where rest.lowercased().hasPrefix(comparison.rawValue) {
            let operand = String(rest.dropFirst(comparison.rawValue.count))
            if comparison == .contains, !operand.isEmpty, operand.first?.isWhitespace != true, operand.first != "\"" {
                continue
            }
            guard comparison.takesValue else {
                guard operand.trimmed.isEmpty else { throw PropertyFilter.unreadable(text, parameter) }
                self.init(String(name), comparison)
                return
            }
            guard let value = PropertyFilter.value(of: operand.trimmed) else {
                throw PropertyFilter.unreadable(text, parameter)
            }
            self.init(String(name), comparison, value)
            return
        }
        throw PropertyFilter.unreadable(text, parameter)
    }

    private static func value(of text: String) -> PropertyText? {
        guard !text.isEmpty else { return nil }
        if text.hasPrefix("\"") { return PropertyFilter.unquoted(text).map { .string($0) } }
        if text == "true" { return .boolean(true) }
        if text == "false" { return .boolean(false) }
        if let number = ExactNumber(text) { return .number(number) }
        return .string(text)
    }

    private static func unquoted(_ text: String) -> String? {
        var result = ""
        var isEscaped = false
        var rest = text.dropFirst()
        while let character = rest.popFirst() {
            if isEscaped {
                result.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                return rest.isEmpty ? result : nil
            } else {
                result.append(character)
            }
        }
        return nil
    }

    private static func unreadable(_ text: String, _ parameter: String) -> AnalysisError {
        .invalid(
            parameter,
            "The filter '\(text)' cannot be read. Write a property, one of "
                + Operator.allCases.map(\.rawValue).joined(separator: ", ")
                + ", and a value: price > 10, city = \"Berlin\", coupon is set. Quotes make the value a string."
        )
    }
}

extension PropertyFilter.Operator {
    /// All operators, those that begin like a shorter one first.
    fileprivate static let longestFirst = allCases.sorted { $0.rawValue.count > $1.rawValue.count }
}

extension StringProtocol {
    fileprivate var trimmed: String {
        let start = self.drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}

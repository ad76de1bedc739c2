/// A condition on one property of an event.
///
/// Comparisons are typed: a string never equals a number, and a comparison that has no meaning for a value's type does not
/// hold, and is never an error (bug case O-37).
public struct PropertyFilter: Equatable, Sendable, CustomStringConvertible {
    /// How the property is compared.
    public enum Operator: String, CaseIterable, Sendable {
        /// The property has the same type and value.
        case equal = "="
        /// The property is set, and has another type or value.
        case notEqual = "!="
        /// The property is a larger number, or a string that sorts later.
        case greater = ">"
        /// The property is a smaller number, or a string that sorts earlier.
        case less = "<"
        /// The property is at least the number or string.
        case greaterOrEqual = ">="
        /// The property is at most the number or string.
        case lessOrEqual = "<="
        /// The string holds the text, or the list holds an element equal to it; upper and lower case differ.
        case contains = "contains"
        /// The event carries the property, and not as null.
        case isSet = "is set"
        /// The event does not carry the property.
        case isNotSet = "is not set"

        /// Tells whether the operator compares with a value.
        public var takesValue: Bool { self != .isSet && self != .isNotSet }
    }

    /// The name of the property; compared exactly.
    public let property: String
    /// How it is compared.
    public let comparison: Operator
    /// What it is compared with; absent for ``Operator/isSet`` and ``Operator/isNotSet``.
    public let value: PropertyText

    /// Creates a condition.
    public init(_ property: String, _ comparison: Operator, _ value: PropertyText = .absent) {
        self.property = property
        self.comparison = comparison
        self.value = value
    }

    /// Tells whether a property's value meets the condition.
    public func matches(_ candidate: PropertyText) -> Bool {
        switch self.comparison {
        case .isSet: candidate != .absent
        case .isNotSet: candidate == .absent
        case .equal: candidate == self.value && candidate != .absent
        case .notEqual: candidate != self.value && candidate != .absent
        case .greater: self.order(candidate) == .after
        case .less: self.order(candidate) == .before
        case .greaterOrEqual: self.order(candidate) == .after || self.order(candidate) == .same
        case .lessOrEqual: self.order(candidate) == .before || self.order(candidate) == .same
        case .contains: self.isContained(in: candidate)
        }
    }

    /// The condition as it is written in a query.
    public var description: String {
        guard self.comparison.takesValue else { return "\(self.property) \(self.comparison.rawValue)" }
        let text: String
        if case .string(let string) = self.value {
            text = "\"" + string.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        } else {
            text = self.value.text
        }
        return "\(self.property) \(self.comparison.rawValue) \(text)"
    }

    private enum Order { case before, same, after }

    private func order(_ candidate: PropertyText) -> Order? {
        switch (candidate, self.value) {
        case (.number(let left), .number(let right)): left < right ? .before : (left == right ? .same : .after)
        case (.string(let left), .string(let right)):
            left.utf8.elementsEqual(right.utf8)
                ? .same : (left.utf8.lexicographicallyPrecedes(right.utf8) ? .before : .after)
        default: nil
        }
    }

    private func isContained(in candidate: PropertyText) -> Bool {
        switch candidate {
        case .string(let text): self.value.text.isEmpty || text.contains(self.value.text)
        case .list(let elements): elements.contains(self.value.text)
        default: false
        }
    }
}

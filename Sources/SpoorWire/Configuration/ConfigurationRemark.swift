/// One thing in a configuration document that is not as it should be: where, what, and a sentence.
public struct ConfigurationRemark: Equatable, Hashable, Sendable, CustomStringConvertible {
    /// What kind of fault it is.
    public enum Kind: String, Equatable, Hashable, Sendable, CaseIterable {
        /// A number outside of its range; the nearest one inside was taken.
        case clamped

        /// A name that means nothing here; ignored.
        case unknown

        /// A value of another type than the field's; the field is ignored.
        case wrongType

        /// A value of the right type that cannot be used; the field is ignored.
        case invalid

        /// A name or type that appears twice; the last one counts.
        case duplicate

        /// A field that only a signed document may set; ignored.
        case unsigned

        /// More remarks than are listed.
        case more
    }

    /// Where it is, such as `namespaces.prism.maxItem`.
    public var path: String

    /// What kind of fault it is.
    public var kind: Kind

    /// What is wrong and what was done about it.
    public var sentence: String

    /// Creates a remark.
    ///
    /// - Parameters:
    ///   - path: where it is.
    ///   - kind: what kind of fault it is.
    ///   - sentence: what is wrong and what was done about it.
    public init(path: String, kind: Kind, sentence: String) {
        self.path = path
        self.kind = kind
        self.sentence = sentence
    }

    /// The path and the sentence.
    public var description: String { "\(self.path): \(self.sentence)" }
}

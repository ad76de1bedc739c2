/// One method that is hooked: where it is, what it takes, and when the handler runs.
public struct HookPoint: Hashable, Sendable {
    /// When the handler runs.
    public enum Moment: Hashable, Sendable {
        /// Before the method: what the app shows is still what the user touched.
        case before
        /// After it, with its result at hand: for initialisers, whose receiver is nothing yet before.
        case after
    }

    /// The name of the hook: what its kill switch and its reports go by.
    public let name: String

    /// The class that has the method, or inherits it.
    public let className: String

    /// The method's selector.
    public let selector: String

    /// The method's types as the runtime writes them, without offsets: `B@::@@@`.
    ///
    /// Where the method that is found has others, the hook is not installed.
    public let types: String

    /// Whether it is a method of the class itself (`+`).
    public let isClassMethod: Bool

    /// When the handler runs.
    public let moment: Moment

    /// Whether the class gets the method where it lacks it: an optional one of a protocol that the class declares.
    public let isAddedWhereMissing: Bool

    /// Describes a method to hook.
    ///
    /// - Parameters:
    ///   - name: what the kill switch and the reports go by.
    ///   - className: the class that has the method, or inherits it.
    ///   - selector: the method's selector.
    ///   - types: its types: the result's, the receiver's, the selector's and up to four words.
    ///   - isClassMethod: whether it is a method of the class itself.
    ///   - moment: when the handler runs.
    ///   - isAddedWhereMissing: whether the class gets the method where it lacks it.
    public init(
        _ name: String,
        className: String,
        selector: String,
        types: String,
        isClassMethod: Bool = false,
        moment: Moment = .before,
        isAddedWhereMissing: Bool = false
    ) {
        self.name = name
        self.className = className
        self.selector = selector
        self.types = types
        self.isClassMethod = isClassMethod
        self.moment = moment
        self.isAddedWhereMissing = isAddedWhereMissing
    }
}

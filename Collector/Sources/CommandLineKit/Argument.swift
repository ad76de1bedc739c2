/// Something a command takes without a name, such as a file.
public struct Argument: Sendable, Equatable {
    /// How many of it are taken.
    public enum Count: Sendable, Equatable {
        /// Exactly one.
        case one
        /// One or none.
        case optional
        /// At least so many, without an upper end; only the last argument of a command may ask for this.
        case atLeast(Int)
    }

    /// The name in usage texts, in capitals.
    public let name: String
    /// What it is, as one sentence.
    public let help: String
    /// How many of it are taken.
    public let count: Count

    /// Declares an argument.
    public init(_ name: String, count: Count = .one, help: String) {
        self.name = name
        self.help = help
        self.count = count
    }

    /// How many must be given.
    var minimum: Int {
        switch self.count {
        case .one: 1
        case .optional: 0
        case .atLeast(let count): count
        }
    }

    /// How the argument appears in a synopsis.
    var synopsis: String {
        switch self.count {
        case .one: self.name
        case .optional: "[\(self.name)]"
        case .atLeast(0): "[\(self.name)…]"
        case .atLeast(1): "\(self.name)…"
        case .atLeast(let count): Array(repeating: self.name, count: count).joined(separator: " ") + "…"
        }
    }
}

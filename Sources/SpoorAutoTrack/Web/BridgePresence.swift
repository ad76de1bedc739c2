/// Whether the bridge is in a web view, as the calls tell that put things in and take them out.
public struct BridgePresence: Hashable, Sendable {
    /// What happens to a web view.
    public enum Input: Hashable, Sendable {
        /// The bridge is wanted: the view is about to load something, or was found.
        case wanted
        /// The app is about to add a handler of its own under the bridge's name.
        case foreignHandler
        /// The handler of the bridge's name, or all of them, are about to be removed.
        case handlersRemoved
        /// All scripts are about to be removed.
        case scriptsRemoved
    }

    /// What is to be done.
    public enum Step: Hashable, Sendable {
        /// Take the handler of the bridge's name out: a second one of a name is refused with an exception.
        case removeHandler
        /// Put the bridge's handler in.
        case addHandler
        /// Put the bridge's script in.
        case addScript
    }

    private var hasHandler = false
    private var hasScript = false
    private var hasGivenWay = false

    /// Begins with a web view that has nothing.
    public init() {}

    /// Takes what happened.
    ///
    /// - Parameter input: what.
    /// - Returns: what is to be done, in order.
    public mutating func handle(_ input: Input) -> [Step] {
        switch input {
        case .wanted:
            // The app's own handler stays as long as the app wants it.
            guard !self.hasGivenWay else { return [] }
            var steps: [Step] = []
            if !self.hasHandler { steps += [.removeHandler, .addHandler] }
            if !self.hasScript { steps.append(.addScript) }
            (self.hasHandler, self.hasScript) = (true, true)
            return steps
        case .foreignHandler:
            defer { (self.hasHandler, self.hasGivenWay) = (false, true) }
            return self.hasHandler ? [.removeHandler] : []
        case .handlersRemoved:
            (self.hasHandler, self.hasGivenWay) = (false, false)
            return []
        case .scriptsRemoved:
            self.hasScript = false
            return []
        }
    }
}

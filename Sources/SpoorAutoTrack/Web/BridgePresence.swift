/// What web views that share handlers and scripts have of the bridge, as far as the calls tell that are seen.
///
/// An adapter sees the app's calls from the first time on that the bridge was wanted there. A handler of the bridge's
/// name that the app added before is not known, and is taken out for the bridge's; to one that it adds later the bridge
/// gives way, until that is removed.
public struct BridgePresence: Hashable, Sendable {
    /// What happens to them.
    public enum Input: Hashable, Sendable {
        /// The bridge is wanted: a view is about to load something, was found, or was named by the app.
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
        /// Take the handler of the bridge's name out, whosever it is: a second one of a name raises an exception.
        case removeHandler
        /// Put the bridge's handler in.
        case addHandler
        /// Put the bridge's script in.
        case addScript
    }

    private var hasHandler = false
    private var hasScript = false
    private var hasGivenWay = false

    /// Begins with nothing of the bridge.
    public init() {}

    /// Takes what happened.
    ///
    /// - Parameter input: what.
    /// - Returns: what is to be done, in order.
    public mutating func handle(_ input: Input) -> [Step] {
        switch input {
        case .wanted:
            // The app's own handler that came after the bridge's stays as long as the app wants it.
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

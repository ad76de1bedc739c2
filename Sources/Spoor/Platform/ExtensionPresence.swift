/// What the host of an app extension tells, made into what the tracker is told.
///
/// An extension is never a start of the app, however often a person opens it: only its pages and clicks are followed, as
/// long as its host is in front.
struct ExtensionPresence: Sendable {
    /// What is heard.
    enum Input: Hashable, Sendable {
        /// The source begins to listen: an extension is made when its host needs it.
        case attached
        /// The host is on its way to the front, or is there.
        case hostCameToFront
        /// The host went to the background.
        case hostLeftFront
    }

    private var isShown = false

    /// Takes what was heard, and answers what to tell.
    ///
    /// - Parameters:
    ///   - input: what was heard.
    ///   - completion: gives back the time that was granted for the background.
    /// - Returns: what to tell, in order.
    mutating func handle(_ input: Input, completion: (@Sendable () -> Void)? = nil) -> [AppLifeCycleEvent] {
        switch input {
        case .attached:
            self.isShown = true
            return [.launched(inBackground: true), .shown]
        case .hostCameToFront:
            defer { self.isShown = true }
            return self.isShown ? [] : [.shown]
        case .hostLeftFront:
            self.isShown = false
            return [.didEnterBackground(remaining: nil, completion: completion)]
        }
    }
}

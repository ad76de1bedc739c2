/// Something that happened to the app as a whole.
public enum AppLifeCycleEvent: Sendable {
    /// The process has started: for the system alone (push, fetch, location, prewarming), or for a person.
    ///
    /// Tell it once, first of all. Where the source cannot know, it tells `inBackground: true`, and ``becameActive``
    /// once the app is in front; nothing counts as a start before that.
    case launched(inBackground: Bool)

    /// A person sees a part of the app that has no life of its own, such as an extension.
    ///
    /// Pages and clicks are followed until ``didEnterBackground(remaining:completion:)``; nothing counts as a start.
    case shown

    /// The app is on its way to the front.
    case willEnterForeground

    /// A person can use the app now.
    case becameActive

    /// The app is covered or about to be left: a call, the app switcher, a system dialog.
    case willResignActive

    /// The app is no longer in front.
    ///
    /// `remaining` is how long the system lets it run on, nil where it does not say. `completion` is called once, on any
    /// thread, when what can be uploaded now has been: the source ends its background task then.
    case didEnterBackground(remaining: Duration?, completion: (@Sendable () -> Void)? = nil)

    /// The process is about to end in an orderly way.
    case willTerminate
}

/// What can tell how the app comes and goes; on platforms without one, the host calls the tracker itself.
///
/// A source only tells: what an event means (a start, an end, a session) is decided by the tracker, which takes the same
/// event twice without harm. Where a platform has no background, such as macOS, the source tells losing the front as
/// ``AppLifeCycleEvent/willResignActive`` and then ``AppLifeCycleEvent/didEnterBackground(remaining:completion:)``.
public protocol AppLifeCycleSource: Sendable {
    /// Begins to tell, first ``AppLifeCycleEvent/launched(inBackground:)``.
    ///
    /// Called once, on whichever thread creates the tracker. The handler may be called during this call and later on any
    /// thread, one event after another, in the order in which they happened; it never waits and holds the tracker weakly.
    func start(_ handler: @escaping @Sendable (AppLifeCycleEvent) -> Void)

    /// Ends telling and lets go of the handler; called when the tracker stops.
    func stop()
}

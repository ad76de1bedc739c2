import SpoorChannel
import SpoorWire

/// The app's own code that runs inside a recording call: dynamic properties, plug-ins and the hook.
struct Callouts: Sendable {
    /// The provider of the dynamic super properties.
    private(set) var dynamic: (@Sendable () -> Properties)?

    /// The plug-ins, in the order they were added.
    private(set) var plugins: [PropertyPlugin] = []

    /// The hook.
    private(set) var hook: EventHook?

    /// Whether there is nothing to call.
    private(set) var isIdle = true

    /// Which thread is inside of what; one for the tracker's life, however its callbacks change.
    let guards = Guards()

    /// One guard for each kind of callback: an event that the hook records still gets its dynamic properties.
    struct Guards: Sendable {
        let dynamic = ReentryGuard()
        let plugins = ReentryGuard()
        let hook = ReentryGuard()
        /// What was said about their answers: once, until they are changed.
        let said = Locked(SaidSentences())
    }

    /// The same with another provider.
    func with(dynamic: (@Sendable () -> Properties)?) -> Callouts {
        self.changed { $0.dynamic = dynamic }
    }

    /// The same with another hook.
    func with(hook: EventHook?) -> Callouts {
        self.changed { $0.hook = hook }
    }

    /// The same with one more plug-in, in place of one of the same name.
    func adding(_ plugin: PropertyPlugin) -> Callouts {
        self.changed { callouts in
            callouts.plugins.removeAll { $0.name == plugin.name }
            callouts.plugins.append(plugin)
        }
    }

    /// The same without the plug-in of a name.
    func removingPlugin(named name: String) -> Callouts {
        self.changed { $0.plugins.removeAll { $0.name == name } }
    }

    private func changed(_ change: (inout Callouts) -> Void) -> Callouts {
        var callouts = self
        change(&callouts)
        self.guards.said.withLock { $0 = SaidSentences() }
        callouts.isIdle = callouts.dynamic == nil && callouts.plugins.isEmpty && callouts.hook == nil
        return callouts
    }
}

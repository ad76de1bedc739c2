/// What a hook found that it did not expect.
public enum HookSurprise: Hashable, Sendable {
    /// There is no such class.
    case classMissing
    /// The class and those above it have no such method.
    case methodMissing
    /// The method takes or gives something else than the table says.
    case typesDiffer(found: String)
    /// The method takes or gives what no hook can pass on: fractions, structures, more than four words.
    case typesUnsupported
    /// The runtime gave no function or class to put in place.
    case runtimeRefused
    /// The method was called for an object of another class: somebody copied it there.
    case foreignReceiver(className: String)
    /// The method called itself, through others, deeper than any app does.
    case calledItself
    /// The method was called off the main thread.
    case offMainThread
    /// The delegate is not hooked.
    case delegateLeftAlone(className: String, reason: String)

    /// Whether the hook switches itself off for it; otherwise only the one call or object is left out.
    public var disablesHook: Bool {
        switch self {
        case .offMainThread, .delegateLeftAlone: false
        default: true
        }
    }
}

/// A sentence about a hook, for the log.
public struct HookReport: Hashable, Sendable, CustomStringConvertible {
    /// The hook's name; `delegate` for a method of a delegate, which several hooks may share.
    public let hook: String

    /// The class and selector of the method it is about, or `the delegate` where it is about an object.
    public let method: String

    /// What was found.
    public let surprise: HookSurprise

    /// What was found and what follows, as a sentence.
    public var description: String {
        let what =
            switch self.surprise {
            case .classMissing: "there is no such class"
            case .methodMissing: "there is no such method"
            case .typesDiffer(let found): "the method has other types than expected (\(found))"
            case .typesUnsupported: "the method takes or gives what a hook cannot pass on"
            case .runtimeRefused: "the Objective-C runtime refused the replacement"
            case .foreignReceiver(let name): "the method was called for an object of class \(name)"
            case .calledItself: "the method calls itself without end"
            case .offMainThread: "the method was called off the main thread; such calls are left out"
            case .delegateLeftAlone(let name, let reason): "the delegate of class \(name) is left alone: \(reason)"
            }
        let end = self.surprise.disablesHook ? " The hook is off; the app is not affected." : ""
        return "Hook '\(self.hook)' on \(self.method): \(what).\(end)"
    }
}

/// What became of a hook.
public enum HookState: Hashable, Sendable {
    /// Nobody installed it, or it was taken out again.
    case notInstalled
    /// It is in place and calls its handler.
    case active
    /// It is in place below another library's replacement, and calls its handler as long as that one calls on.
    case covered
    /// It is in place, and passes every call on without a word: by its kill switch, or since it could not be removed.
    case passing
    /// It found a surprise and switched itself off.
    case disabled(HookSurprise)
}

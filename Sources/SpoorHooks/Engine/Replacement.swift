#if canImport(ObjectiveC) || canImport(CGNUObjC)
/// What stands in for one method of one class: it runs a body on the main thread, and calls what was there before.
///
/// It is never freed: another library may have taken its implementation and keep it for good. So it can always be
/// called, and passes calls on where it has nothing to do.
///
/// Safe across threads: what `invoke` reads off the main thread never changes or lies behind a lock; the rest is the main
/// actor's, but for `implementation`, which only whoever puts it in place writes.
final class Replacement: @unchecked Sendable {
    /// What runs around the method.
    enum Body: Sendable {
        case before(@MainActor (_ receiver: HookObject, _ arguments: inout HookArguments) -> Void)
        case after(@MainActor (_ receiver: HookObject, _ arguments: inout HookArguments) -> Void)
        /// Gives a result of its own in place of the method's, on every thread and whether the hook passes or not.
        case result(@Sendable (_ result: UInt) -> UInt)
        /// Runs after the method on every thread, whether the hook passes or not.
        case afterAnywhere(@Sendable (_ receiver: HookObject) -> Void)
    }

    /// What the method did before.
    enum Previous {
        /// The class's own implementation.
        case own(HookImplementation)
        /// Whatever the class above has at the time of the call, so that later hooks on that one are kept.
        case inherited(from: HookClass)
        /// Nothing: the method was added.
        case none
    }

    let holder: HookClass
    let selector: HookSelector
    let count: Int
    private let givesObject: Bool
    private let previous: Guarded<Previous>
    private(set) var implementation: HookImplementation?

    private let body: Body
    /// The calls of the hook through its other replacements; nil where there can be none.
    private let calls: HookCalls?
    /// Where on the stack its calls that go on are.
    @MainActor private var frames: [UInt] = []

    /// Whether the body runs; otherwise calls are passed on.
    @MainActor var isPassing = false

    /// Told of calls off the main thread, on that thread.
    private let strayed: @Sendable () -> Void

    /// Told once when the method calls itself without end.
    @MainActor var looped: (@MainActor () -> Void)?

    init(
        holder: HookClass,
        selector: HookSelector,
        types: MethodTypes,
        previous: Previous,
        calls: HookCalls? = nil,
        strayed: @escaping @Sendable () -> Void = {},
        body: Body
    ) {
        self.holder = holder
        self.selector = selector
        self.count = types.arguments.count
        self.givesObject = types.result == .object
        self.previous = Guarded(previous)
        self.calls = calls
        self.strayed = strayed
        self.body = body
    }

    static let maxDepth = 100

    /// Puts itself in place of the class's method, or adds it where the class only inherits it or lacks it.
    ///
    /// - Parameter encoding: the types for a method that is added, as this runtime writes them.
    /// - Returns: whether it stands.
    func put(encoding: String) -> Bool {
        guard let implementation = self.implementation ?? Runtime.makeImplementation(self) else { return false }
        self.implementation = implementation
        if let method = Runtime.ownMethod(self.holder, self.selector) {
            // Known before the first call can come, and put right where another thread replaced the method meanwhile.
            let present = Runtime.implementation(of: method)
            self.previous.withLock { $0 = .own(present) }
            let former = Runtime.setImplementation(of: method, in: self.holder, implementation)
            if former != present { self.previous.withLock { $0 = .own(former) } }
            return true
        }
        return Runtime.addMethod(self.holder, self.selector, implementation, encoding)
    }

    /// Whether the class's method is this one at the moment: nobody else replaced it since.
    @MainActor var isOnTop: Bool {
        guard let method = Runtime.ownMethod(self.holder, self.selector), let mine = self.implementation else {
            return false
        }
        return Runtime.implementation(of: method) == mine
    }

    /// Puts the class's own implementation back, where it had one and nobody replaced this one since.
    ///
    /// A method cannot be taken from a class: one that was added stays, and passes calls on.
    ///
    /// - Returns: whether it is gone.
    @MainActor
    func withdraw() -> Bool {
        self.isPassing = true
        guard case .own(let former) = self.previous.withLock({ $0 }), self.isOnTop,
            let method = Runtime.ownMethod(self.holder, self.selector)
        else { return false }
        _ = Runtime.setImplementation(of: method, in: self.holder, former)
        return true
    }

    /// Called in place of the method.
    func invoke(_ receiver: HookReceiver, _ words: HookWords) -> UInt {
        switch self.body {
        case .result(let change): return change(self.callPrevious(receiver, words))
        case .afterAnywhere(let run):
            let result = self.callPrevious(receiver, words)
            run(Runtime.object(of: receiver))
            return result
        case .before, .after: break
        }
        guard Runtime.isMainThread else {
            self.strayed()
            return self.callPrevious(receiver, words)
        }
        // The pointer goes no further than this call, which is on the main thread already.
        nonisolated(unsafe) let receiver = receiver
        return MainActor.assumeIsolated { self.invokeOnMain(receiver, words) }
    }

    @MainActor
    private func invokeOnMain(_ receiver: HookReceiver, _ words: HookWords) -> UInt {
        var mark: UInt8 = 0
        let frame = withUnsafeMutablePointer(to: &mark) { UInt(bitPattern: $0) }
        // What lies deeper was left by an exception: it ended without a word.
        while let last = self.frames.last, last <= frame { self.frames.removeLast() }
        guard !self.isPassing, self.frames.count <= Self.maxDepth else {
            if !self.isPassing, let looped = self.looped {
                self.looped = nil
                looped()
            }
            return self.callPrevious(receiver, words)
        }
        if let calls = self.calls, calls.isTold(receiver, besides: self, frame: frame) {
            return self.callPrevious(receiver, words)
        }
        self.frames.append(frame)
        self.calls?.begin(receiver, self, frame: frame)
        defer {
            while let last = self.frames.last, last <= frame { self.frames.removeLast() }
            self.calls?.end(frame: frame)
        }
        switch self.body {
        case .before(let run):
            var arguments = HookArguments(words: words, count: self.count)
            run(Runtime.object(of: receiver), &arguments)
            return withExtendedLifetime(arguments) { self.callPrevious(receiver, arguments.words) }
        case .after(let run):
            let result = self.callPrevious(receiver, words)
            self.runAfter(run, receiver, words, result)
            return result
        case .result, .afterAnywhere:
            return self.callPrevious(receiver, words)
        }
    }

    /// An initialiser may give another object than its receiver, or none; then there is nothing to tell of.
    @MainActor
    private func runAfter(
        _ run: @MainActor (_ receiver: HookObject, _ arguments: inout HookArguments) -> Void,
        _ receiver: HookReceiver,
        _ words: HookWords,
        _ result: UInt
    ) {
        guard self.givesObject else {
            var arguments = HookArguments(words: words, count: self.count)
            return run(Runtime.object(of: receiver), &arguments)
        }
        guard let object = Runtime.object(result) else { return }
        var arguments = HookArguments(words: words, count: self.count, result: object)
        run(object, &arguments)
    }

    /// What the method did before, with the selector it was hooked by, whatever name it is called under now.
    private func callPrevious(_ receiver: HookReceiver, _ words: HookWords) -> UInt {
        switch self.previous.withLock({ $0 }) {
        case .own(let implementation):
            return Runtime.call(implementation, receiver, self.selector, words, self.count)
        case .inherited(let parent):
            guard let implementation = Runtime.implementation(in: parent, self.selector, receiver) else { return 0 }
            return Runtime.call(implementation, receiver, self.selector, words, self.count)
        case .none:
            return 0
        }
    }
}
#endif

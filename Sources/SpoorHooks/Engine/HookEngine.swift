#if canImport(ObjectiveC) || canImport(CGNUObjC)
/// Hooks methods of the toolkit's classes, and takes them out again.
///
/// A hook replaces a method's implementation and calls the previous one; names are never exchanged. Where a class only
/// inherits a method, the hook is added to that class alone and calls whatever the class above has at that moment.
/// What does not fit the table is not hooked, and said.
@MainActor
public final class HookEngine {
    /// A hook as it stands.
    private struct Installed {
        let point: HookPoint
        let replacement: Replacement
        let handler: HandlerBox
        var surprise: HookSurprise?
        var isSwitchedOff = false
        var isRemoved = false

        /// What stood in for the method before the hook was taken out and put in again.
        var former: [Replacement] = []

        @MainActor
        func apply() {
            let isPassing = self.surprise != nil || self.isSwitchedOff || self.isRemoved
            for replacement in [self.replacement] + self.former { replacement.isPassing = isPassing }
        }
    }

    /// The handler, which a later installation may change.
    @MainActor
    private final class HandlerBox {
        var handler: HookHandler
        let calls = HookCalls()
        init(_ handler: @escaping HookHandler) { self.handler = handler }
    }

    /// A hook that was taken out: another library may have its function still, and tells of calls by it once the hook is
    /// back.
    private struct Retired {
        let point: HookPoint
        let handler: HandlerBox
        var replacements: [Replacement]
    }

    private var installed: [String: Installed] = [:]
    private var retired: [String: Retired] = [:]
    private var failed: [String: HookSurprise] = [:]
    private var switchedOff: Set<String> = []
    private let reporter: HookReporter

    /// The delegates that are hooked, of all delegate hooks together.
    let delegates: DelegateObjects

    /// Makes an engine without hooks.
    ///
    /// - Parameter report: told of surprises, each once for a hook and 200 at most; on any thread, since a call off the
    ///   main thread is one of them.
    public init(report: @escaping @Sendable (HookReport) -> Void) {
        self.reporter = HookReporter(report)
        self.delegates = DelegateObjects(reporter: self.reporter)
    }

    /// Hooks a method.
    ///
    /// A second time for the same name changes nothing of what is in place. What was taken out comes back, what was
    /// refused is tried again, and a hook that switched itself off stays off until it is gone.
    ///
    /// - Parameters:
    ///   - point: the method.
    ///   - handler: runs on the main thread before the method, or after it where the point says so.
    /// - Returns: how the hook stands now.
    @discardableResult
    public func install(_ point: HookPoint, handler: @escaping HookHandler) -> HookState {
        if var hook = self.installed[point.name] {
            if hook.surprise == nil, hook.isRemoved {
                hook.isRemoved = false
                hook.handler.handler = handler
                hook.apply()
                self.installed[point.name] = hook
            }
            return self.state(of: point.name)
        }
        do throws(Refusal) {
            let known = self.retired[point.name].flatMap { $0.point == point ? $0 : nil }
            let box = known?.handler ?? HandlerBox(handler)
            box.handler = handler
            let replacement = try self.put(point, handler: box)
            self.retired[point.name] = nil
            var hook = Installed(point: point, replacement: replacement, handler: box)
            hook.former = known?.replacements ?? []
            hook.isSwitchedOff = self.switchedOff.contains(point.name)
            hook.apply()
            self.installed[point.name] = hook
            self.failed[point.name] = nil
        } catch {
            self.failed[point.name] = error.surprise
            self.reporter.say(point, error.surprise)
        }
        return self.state(of: point.name)
    }

    /// Takes a hook out.
    ///
    /// The former implementation comes back where the hook is on top. Where another library replaced it since, or the
    /// class inherited or lacked the method, the hook stays and passes every call on.
    ///
    /// - Parameter name: the hook's name.
    /// - Returns: how it stands now.
    @discardableResult
    public func uninstall(_ name: String) -> HookState {
        self.failed[name] = nil
        guard var hook = self.installed[name] else { return .notInstalled }
        hook.isRemoved = true
        hook.apply()
        if hook.replacement.withdraw() {
            self.installed[name] = nil
            // One that found a surprise stays off.
            let replacements = hook.surprise == nil ? hook.former + [hook.replacement] : []
            self.retired[name] = Retired(point: hook.point, handler: hook.handler, replacements: replacements)
        } else {
            self.installed[name] = hook
        }
        return self.state(of: name)
    }

    /// The kill switch of a hook: off, it passes every call on without a word.
    ///
    /// It can be set before the hook is installed, by a remote configuration for instance.
    ///
    /// - Parameters:
    ///   - isEnabled: whether the hook runs its handler.
    ///   - name: the hook's name.
    public func setEnabled(_ isEnabled: Bool, _ name: String) {
        if isEnabled {
            self.switchedOff.remove(name)
        } else {
            self.switchedOff.insert(name)
            self.delegates.releaseAll(named: name)
        }
        guard var hook = self.installed[name], hook.isSwitchedOff == isEnabled else { return }
        hook.isSwitchedOff = !isEnabled
        hook.apply()
        self.installed[name] = hook
        // What came meanwhile nobody told of.
        if isEnabled { self.delegates.adoptAll(named: name) }
    }

    /// How a hook stands.
    ///
    /// - Parameter name: the hook's name.
    /// - Returns: what became of it.
    public func state(of name: String) -> HookState {
        if let surprise = self.failed[name] { return .disabled(surprise) }
        guard let hook = self.installed[name] else { return .notInstalled }
        if let surprise = hook.surprise { return .disabled(surprise) }
        if hook.isSwitchedOff || hook.isRemoved { return .passing }
        return hook.replacement.isOnTop ? .active : .covered
    }

    /// The names of the hooks that are in place, whether they pass or not.
    public var installedNames: [String] { self.installed.keys.sorted() }

    /// Whether a hook may tell of what it sees: it is in place, nobody switched it off, and it found no surprise.
    ///
    /// For what a hook left behind, such as a target on a gesture recogniser: it is silent when the hook is.
    ///
    /// - Parameter name: the hook's name.
    /// - Returns: whether it may.
    public func isRunning(_ name: String) -> Bool {
        guard let hook = self.installed[name] else { return false }
        return hook.surprise == nil && !hook.isSwitchedOff && !hook.isRemoved
    }

    /// Switches a hook off for a surprise, and says so.
    func disable(_ name: String, _ surprise: HookSurprise) {
        guard var hook = self.installed[name], hook.surprise == nil else { return }
        hook.surprise = surprise
        hook.apply()
        self.installed[name] = hook
        self.delegates.releaseAll(named: name)
        self.reporter.say(hook.point, surprise)
    }
}

extension HookEngine {
    /// Why a hook was not installed.
    private struct Refusal: Error {
        let surprise: HookSurprise
    }

    private func put(_ point: HookPoint, handler: HandlerBox) throws(Refusal) -> Replacement {
        let selector = Runtime.selector(point.selector)
        let (holder, found, isMissing): (HookClass, String, Bool) = try self.find(point, selector)
        let types = try self.checkedTypes(point, found)
        let name = point.name
        let guarded: HookHandler = { [weak self] receiver, arguments in
            // Without the engine nobody could switch the hook off any more.
            guard let self else { return }
            guard point.isClassMethod || Runtime.isInstance(receiver, of: holder) else {
                self.disable(name, .foreignReceiver(className: Runtime.className(of: receiver)))
                return
            }
            handler.handler(receiver, &arguments)
        }
        let reporter = self.reporter
        let replacement = Replacement(
            holder: holder,
            selector: selector,
            types: types,
            previous: isMissing ? .none : Runtime.superclass(of: holder).map { .inherited(from: $0) } ?? .none,
            calls: handler.calls,
            strayed: { reporter.say(point, .offMainThread) },
            body: point.moment == .before ? .before(guarded) : .after(guarded)
        )
        replacement.looped = { [weak self] in self?.disable(name, .calledItself) }
        guard replacement.put(encoding: found) else { throw Refusal(surprise: .runtimeRefused) }
        return replacement
    }

    /// The class that gets the hook, the method's types, and whether it lacks the method.
    private func find(_ point: HookPoint, _ selector: HookSelector) throws(Refusal) -> (HookClass, String, Bool) {
        guard let named = Runtime.lookUpClass(point.className),
            let holder = point.isClassMethod ? Runtime.metaclass(of: named) : named
        else { throw Refusal(surprise: .classMissing) }
        guard let method = Runtime.method(holder, selector) else {
            guard point.isAddedWhereMissing else { throw Refusal(surprise: .methodMissing) }
            return (holder, point.types, true)
        }
        return (holder, Runtime.types(of: method) ?? "", false)
    }

    private func checkedTypes(_ point: HookPoint, _ found: String) throws(Refusal) -> MethodTypes {
        guard let wanted = MethodTypes(point.types), let types = MethodTypes(found), wanted == types else {
            throw Refusal(surprise: .typesDiffer(found: found))
        }
        guard types.isSupported else { throw Refusal(surprise: .typesUnsupported) }
        return types
    }
}
#endif

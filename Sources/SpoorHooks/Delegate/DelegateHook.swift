#if canImport(ObjectiveC) || canImport(CGNUObjC)
/// Hooks methods of delegates, each on the object that is set as one; other objects of its class are not touched.
///
/// The property's setter is hooked. A delegate that comes by gets a subclass of its own class made at run time, before
/// the toolkit's setter sees it, and its own class back when it is taken off the last object that used it. It goes on
/// reporting its own class. Where key-value observing gave it a class already, that one is used.
@MainActor
public final class DelegateHook {
    /// What is hooked.
    public let point: DelegatePoint

    // The engine keeps the hook once it is installed.
    private weak var engine: HookEngine?
    private let handler: DelegateHandler

    /// The number of the hook among the engine's.
    private var number = 0

    /// An object with such a property, and the delegate that it has now.
    private struct Source {
        let object: Runtime.Reference
        var delegate: Runtime.Reference?
    }

    /// The objects with such a property, by address.
    private var current: [UInt: Source] = [:]
    private var sweepAt = 64

    /// Describes a hook; `install` puts it in place.
    ///
    /// - Parameters:
    ///   - point: the property and the delegate's methods.
    ///   - engine: hooks the setter.
    ///   - handler: runs on the main thread before the delegate's own method, once for a call, and only for calls that
    ///     come from an object whose delegate it is.
    public init(_ point: DelegatePoint, engine: HookEngine, handler: @escaping DelegateHandler) {
        self.point = point
        self.engine = engine
        self.handler = handler
        self.number = engine.delegates.enter(self)
    }

    /// Hooks the setter; the engine keeps the hook from then on.
    ///
    /// A second time changes nothing.
    ///
    /// - Returns: how the hook stands now; `HookEngine.state(of:)` says the same later, `setEnabled` is its kill switch.
    @discardableResult
    public func install() -> HookState {
        self.engine?.install(self.point.setterPoint) { source, arguments in
            self.willSet(arguments.object(at: 0), of: source)
        } ?? .notInstalled
    }

    /// Hooks the delegate that an object had before the hook was installed.
    ///
    /// Where methods are added that the delegate lacks, it is set once more, so that the toolkit asks it again.
    ///
    /// - Parameter source: the object that has the property, a table for instance.
    /// - Returns: whether a delegate was hooked that was not.
    @discardableResult
    public func adoptCurrentDelegate(of source: HookObject) -> Bool {
        self.enter(source)
        guard let engine = self.engine, engine.isRunning(self.point.name),
            let delegate = Runtime.object(Runtime.send(self.point.getter, to: source, count: 0))
        else { return false }
        guard !engine.delegates.isHooked(delegate, by: self.number, for: Runtime.word(source)) else { return false }
        self.willSet(delegate, of: source)
        let isHooked = engine.delegates.isHooked(delegate, by: self.number, for: Runtime.word(source))
        guard isHooked, engine.delegates.hasAddedMethods(delegate, of: self.point) else { return isHooked }
        _ = Runtime.send(self.point.setter, to: source, (0, 0, 0, 0), count: 1)
        _ = Runtime.send(self.point.setter, to: source, (Runtime.word(delegate), 0, 0, 0), count: 1)
        return true
    }

    /// Hooks the delegates that the known objects have by now: the hook was switched off for a while.
    func adoptCurrentDelegates() {
        for source in Array(self.current.values) {
            if let object = source.object.object { self.adoptCurrentDelegate(of: object) }
        }
    }

    /// Takes the hook out, and gives every delegate its own class back.
    ///
    /// - Returns: how the setter's hook stands now.
    @discardableResult
    public func uninstall() -> HookState {
        guard let engine = self.engine else { return .notInstalled }
        let state = engine.uninstall(self.point.name)
        engine.delegates.releaseAll(of: self.number)
        self.current = [:]
        return state
    }

    /// Whether a delegate is hooked at the moment.
    ///
    /// - Parameter delegate: the delegate.
    /// - Returns: whether its calls reach the handler.
    public func isHooked(_ delegate: HookObject) -> Bool {
        self.engine?.delegates.isHooked(delegate, by: self.number) ?? false
    }

    /// A hooked method of a delegate is called by an object whose delegate it is.
    func called(_ delegate: HookObject, _ selector: String, _ arguments: inout HookArguments) {
        guard self.engine?.isRunning(self.point.name) == true else { return }
        self.handler(delegate, selector, &arguments)
    }

    private func willSet(_ delegate: HookObject?, of source: HookObject) {
        let address = Runtime.word(source)
        // One that lets go of its delegate may be on its way out: no reference can be made to it any more.
        if delegate != nil { self.enter(source) }
        let former = self.current[address]?.delegate?.object
        let use = DelegateUse(hook: self.number, source: address)
        if let delegate { self.engine?.delegates.adopt(delegate, by: self.point, for: use) }
        self.current[address]?.delegate = delegate.map { Runtime.Reference($0) }
        // Objects end without a word; what is kept of one is dropped when another comes to its address.
        if let former, Runtime.word(former) != delegate.map({ Runtime.word($0) }) {
            self.engine?.delegates.release(former, from: use)
        }
    }

    /// Notes an object; another may have been at its address.
    private func enter(_ source: HookObject) {
        let address = Runtime.word(source)
        guard self.current[address]?.object.object == nil else { return }
        self.forgetTheDead()
        self.current[address] = Source(object: Runtime.Reference(source), delegate: self.current[address]?.delegate)
    }

    private func forgetTheDead() {
        guard self.current.count >= self.sweepAt else { return }
        self.current = self.current.filter { $0.value.object.object != nil }
        self.sweepAt = max(64, self.current.count * 2)
    }
}
#endif

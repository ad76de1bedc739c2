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

    private let engine: HookEngine
    private let handler: DelegateHandler

    /// Of each object with such a property the delegate that it has now, by address.
    private var current: [UInt: Runtime.Reference] = [:]

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
    }

    /// Hooks the setter; a second time changes nothing.
    ///
    /// - Returns: how the hook stands now; `HookEngine.state(of:)` says the same later, `setEnabled` is its kill switch.
    @discardableResult
    public func install() -> HookState {
        self.engine.install(self.point.setterPoint) { [weak self] source, arguments in
            self?.willSet(arguments.object(at: 0), of: source)
        }
    }

    /// Hooks the delegate that an object had before the hook was installed.
    ///
    /// Where methods are added that the delegate lacks, it is set once more, so that the toolkit asks it again.
    ///
    /// - Parameter source: the object that has the property, a table for instance.
    public func adoptCurrentDelegate(of source: HookObject) {
        guard self.engine.isRunning(self.point.name),
            let delegate = Runtime.object(Runtime.send(self.point.getter, to: source, count: 0))
        else { return }
        let wasHooked = self.current[Runtime.word(source)]?.object.map { $0 == delegate } ?? false
        self.willSet(delegate, of: source)
        guard !wasHooked, self.engine.delegates.hasAddedMethods(delegate) else { return }
        _ = Runtime.send(self.point.setter, to: source, (0, 0, 0, 0), count: 1)
        _ = Runtime.send(self.point.setter, to: source, (Runtime.word(delegate), 0, 0, 0), count: 1)
    }

    /// Takes the hook out, and gives every delegate its own class back.
    ///
    /// - Returns: how the setter's hook stands now.
    @discardableResult
    public func uninstall() -> HookState {
        let state = self.engine.uninstall(self.point.name)
        self.engine.delegates.releaseAll(of: self)
        self.current = [:]
        return state
    }

    /// Whether a delegate is hooked at the moment.
    ///
    /// - Parameter delegate: the delegate.
    /// - Returns: whether its calls reach the handler.
    public func isHooked(_ delegate: HookObject) -> Bool {
        self.engine.delegates.isHooked(delegate, by: self)
    }
}
#endif

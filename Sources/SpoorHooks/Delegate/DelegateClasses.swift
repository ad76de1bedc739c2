#if canImport(ObjectiveC) || canImport(CGNUObjC)
import Dispatch

/// The classes made for delegates, and the methods put into classes that key-value observing made.
///
/// One class is made for each class and set of methods, and shared by the objects that need just these; a class of the
/// app is never changed. They stay for good: nobody knows when the last call of one is over.
@MainActor
final class DelegateClasses {
    /// What was done to a class.
    private struct Work {
        let name: String
        /// Of a class of ours the class it stands for; nil for one that somebody else made.
        let base: HookClass?
        var selectors: Set<String>
    }

    /// A class's base and the methods that one above it has.
    private struct Wish: Hashable {
        let base: UInt
        let name: String
        let methods: Set<DelegateMethod>
    }

    /// What the methods tell.
    struct Listener {
        /// A hooked method is called.
        let called: @MainActor (_ delegate: HookObject, _ selector: String, _ arguments: inout HookArguments) -> Void
        /// Observing began or ended, which may have changed the object's class.
        let observingChanged: @MainActor (_ delegate: HookObject) -> Void
        /// The same on another thread, of the object at this address; it may be gone by now.
        let observingChangedElsewhere: @MainActor (_ address: UInt) -> Void
    }

    /// Numbers the classes of all engines: a name is there once in a process.
    private static var count = 0

    private var works: [UInt: Work] = [:]
    private var made: [Wish: HookClass] = [:]
    private let reporter: HookReporter
    var listener: Listener?

    init(reporter: HookReporter) { self.reporter = reporter }

    /// The class that one of ours stands for; nil for any other.
    func base(of holder: HookClass) -> HookClass? { self.work(on: holder)?.base }

    /// The selectors that are hooked in a class or one above it.
    func hookedSelectors(of holder: HookClass) -> Set<String> {
        Runtime.ancestry(of: holder).reduce(into: []) { found, one in
            found.formUnion(self.work(on: one)?.selectors ?? [])
        }
    }

    /// A subclass whose instances tell of these methods before they do what they did.
    func subclass(of base: HookClass, methods: Set<DelegateMethod>) -> HookClass? {
        let wish = Wish(base: Runtime.address(of: base), name: Runtime.className(base), methods: methods)
        if let known = self.made[wish] { return known }
        Self.count += 1
        let name = "Spoor_\(Self.count)_\(wish.name)"
        guard let holder = Runtime.makeSubclass(of: base, named: name) else { return nil }
        Runtime.register(holder)
        // A subclass without methods of its own is as good as its base, should one of these fail.
        var selectors: Set<String> = []
        for method in methods where self.put(method, into: holder) { selectors.insert(method.selector) }
        self.works[Runtime.address(of: holder)] = Work(name: name, base: base, selectors: selectors)
        self.keepFromInitializing(holder)
        ClassMask.put(on: holder, standingFor: base)
        self.watchObserving(in: holder)
        self.made[wish] = holder
        return holder
    }

    /// Puts methods into a class that somebody else made for an object at run time.
    ///
    /// - Returns: whether all are in.
    func put(_ methods: Set<DelegateMethod>, intoForeign holder: HookClass) -> Bool {
        var work = self.work(on: holder) ?? Work(name: Runtime.className(holder), base: nil, selectors: [])
        let isFirst = work.selectors.isEmpty
        for method in methods where !work.selectors.contains(method.selector) {
            if self.put(method, into: holder) { work.selectors.insert(method.selector) }
        }
        self.works[Runtime.address(of: holder)] = work
        if isFirst { self.watchObserving(in: holder) }
        return methods.allSatisfy { work.selectors.contains($0.selector) }
    }

    /// What was done to a class; a class that came to the same address later is another.
    private func work(on holder: HookClass) -> Work? {
        guard let work = self.works[Runtime.address(of: holder)], work.name == Runtime.className(holder) else {
            return nil
        }
        return work
    }

    private func put(_ method: DelegateMethod, into holder: HookClass) -> Bool {
        let selector = method.selector
        return self.put(
            selector,
            method.types,
            into: holder,
            isAdded: method.isAdded,
            .before { [weak self] in
                self?.listener?.called($0, selector, &$1)
            }
        )
    }

    private func put(
        _ selector: String,
        _ encoding: String,
        into holder: HookClass,
        isAdded: Bool = false,
        _ body: Replacement.Body
    ) -> Bool {
        guard let types = MethodTypes(encoding), types.isSupported, let parent = Runtime.superclass(of: holder) else {
            return false
        }
        let report = HookReport(
            hook: "delegate",
            method: "-[\(Runtime.className(holder)) \(selector)]",
            surprise: .offMainThread
        )
        let replacement = Replacement(
            holder: holder,
            selector: Runtime.selector(selector),
            types: types,
            previous: isAdded ? .none : .inherited(from: parent),
            calls: HookCalls(onlyOutermost: true),
            strayed: { [reporter] in reporter.say(report) },
            body: body
        )
        return replacement.put(encoding: encoding)
    }

    /// Gives a class an `initialize` that does nothing: it would inherit its base's, which ran already.
    private func keepFromInitializing(_ holder: HookClass) {
        guard let metaclass = Runtime.metaclass(of: holder) else { return }
        _ = self.put("initialize", "v@:", into: metaclass, isAdded: true, .result { $0 })
    }

    /// Notices when observing begins or ends, on whichever thread: it changes the object's class.
    private func watchObserving(in holder: HookClass) {
        for (selector, types) in Self.observing where Runtime.method(holder, Runtime.selector(selector)) != nil {
            _ = self.put(
                selector,
                types,
                into: holder,
                .afterAnywhere { [weak self] object in
                    // At once: the app may ask on its own thread.
                    ClassMask.cover(object)
                    if Runtime.isMainThread {
                        nonisolated(unsafe) let object = object
                        MainActor.assumeIsolated { self?.listener?.observingChanged(object) }
                    } else {
                        // By the address alone: an object that is about to end takes its observers off as well.
                        let address = Runtime.word(object)
                        DispatchQueue.main.async {
                            MainActor.assumeIsolated { self?.listener?.observingChangedElsewhere(address) }
                        }
                    }
                }
            )
        }
    }

    private static let observing = [
        ("addObserver:forKeyPath:options:context:", "v@:@@Q^v"),
        ("removeObserver:forKeyPath:", "v@:@@"),
        ("removeObserver:forKeyPath:context:", "v@:@@^v"),
    ]
}
#endif

import CGNUObjC
import SpoorHooks

/// A small toolkit of real classes, with names of its own for each test, so that no test meets another's hooks.
///
/// What Foundation brings and this runtime lacks is played by the root class: `class`, `respondsToSelector:`,
/// key-value observing by a class put below the object's own, and forwarding by `forwardingTargetForSelector:`.
@MainActor
final class World {
    private static var count = 0
    /// Methods of classes are for good, and so are the worlds they speak of.
    private static var all: [World] = []

    let suffix: String
    let root: OpaquePointer

    /// What happened, in order.
    var log: [String] = []

    /// Of each list its delegate, and whether that one answered that it knows the selection at `setDelegate:`.
    var delegates: [HookObject: HookObject] = [:]
    var answers: [HookObject: Bool] = [:]

    /// How often a list was given a delegate.
    var setters = 0

    /// Of each proxy the object that it forwards to.
    var targets: [HookObject: HookObject] = [:]

    /// The class of proxies.
    lazy var proxyClass = self.makeProxyClass()

    /// How many observers an object has.
    var observers: [HookObject: Int] = [:]

    var reports: [HookReport] { self.collector.reports }
    private let collector = ReportCollector()
    lazy var engine = HookEngine(report: { [collector] in collector.add($0) })

    /// - Parameter suffix: what the classes' names end in; nil for an end of the test's own.
    init(suffix: String? = nil) {
        spoor_install_forwarding()
        Self.count += 1
        self.suffix = suffix ?? "_\(Self.count)"
        self.root = RuntimeClass.make("Root_\(Self.count)", below: nil)
        Self.all.append(self)
        self.giveRootItsMethods()
    }

    /// A class below the root, or another.
    func make(_ name: String, below parent: OpaquePointer? = nil) -> OpaquePointer {
        RuntimeClass.make(name + self.suffix, below: parent ?? self.root)
    }

    /// Adds a method that logs its call, and gives a result.
    func add(_ selector: String, _ types: String, to holder: OpaquePointer, says text: String, gives result: UInt = 0) {
        RuntimeClass.add(selector, types, to: holder) { [unowned self] _ in
            MainActor.assumeIsolated { self.log.append(text) }
            return result
        }
    }

    /// A row of the table for this world's class of that name.
    func here(_ point: HookPoint) -> HookPoint {
        HookPoint(
            point.name,
            className: point.className + self.suffix,
            selector: point.selector,
            types: point.types,
            isClassMethod: point.isClassMethod,
            moment: point.moment
        )
    }

    func here(_ point: DelegatePoint) -> DelegatePoint {
        DelegatePoint(point.name, className: point.className + self.suffix, methods: point.methods)
    }

    private func giveRootItsMethods() {
        RuntimeClass.add("class", "#@:", to: self.root) { RuntimeClass.word($0.me.realClass) }
        RuntimeClass.add("respondsToSelector:", "C@::", to: self.root) { call in
            UInt(class_respondsToSelector(call.me.realClass, OpaquePointer(bitPattern: call.words[0])))
        }
        RuntimeClass.add("addObserver:forKeyPath:options:context:", "v@:@@Q^v", to: self.root) { [unowned self] call in
            nonisolated(unsafe) let me = call.me
            MainActor.assumeIsolated { self.observe(me) }
            return 0
        }
        RuntimeClass.add("removeObserver:forKeyPath:", "v@:@@", to: self.root) { [unowned self] call in
            nonisolated(unsafe) let me = call.me
            MainActor.assumeIsolated { self.unobserve(me) }
            return 0
        }
    }

    /// As Foundation does: a class below the object's present one, which gives that one as its own.
    private func observe(_ object: HookObject) {
        self.observers[object, default: 0] += 1
        guard self.observers[object] == 1 else { return }
        let present = object.realClass
        let name = "NSKVONotifying_" + RuntimeClass.name(present)
        let made = objc_lookUpClass(name) ?? Self.makeNotifying(name, below: present)
        object_setClass(object, made)
    }

    private static func makeNotifying(_ name: String, below present: OpaquePointer) -> OpaquePointer {
        let made = RuntimeClass.make(name, below: present)
        RuntimeClass.add("class", "#@:", to: made) { _ in RuntimeClass.word(present) }
        return made
    }

    private func unobserve(_ object: HookObject) {
        self.observers[object, default: 0] -= 1
        guard self.observers[object] == 0 else { return }
        object_setClass(object, class_getSuperclass(object.realClass))
    }
}

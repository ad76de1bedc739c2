import CGNUObjC
import SpoorHooks
import Testing

/// Delegates of several lists of several kinds, and hooks that go.
@MainActor
struct DelegateLifeTests {
    let world = World()
    let table: HookObject
    let hook: DelegateHook

    init() {
        self.table = HookObject.make(self.world.makeTableClass())
        self.hook = self.world.installHook()
    }

    @Test("One object is the delegate of a table and of a collection", arguments: [false, true])
    func twoKinds(_ tableLeavesFirst: Bool) {
        let collection = HookObject.make(self.world.makeCollectionClass())
        let other = self.world.makeHook(.collectionView)
        other.install()
        let delegateClass = self.world.makeDelegateClass()
        self.world.addSelection(to: delegateClass, World.collectionSelection, says: "item")
        let delegate = HookObject.make(delegateClass)
        self.world.set(delegate, of: self.table)
        self.world.set(delegate, of: collection)
        #expect(self.events(1) == ["table 1", "app 1"])
        #expect(self.events(2, collection) == ["collection 2", "item 2"])
        #expect(delegate.reportedClass == delegateClass)
        let (first, last) = tableLeavesFirst ? (self.table, collection) : (collection, self.table)
        self.world.set(nil, of: first)
        #expect(self.events(3, last).count == 2)
        #expect(self.hook.isHooked(delegate) != tableLeavesFirst)
        self.world.set(nil, of: last)
        #expect(delegate.realClass == delegateClass)
    }

    @Test("A delegate that passes the call on to another list's delegate makes one event")
    func passesOn() {
        let inner = self.world.makeDelegate()
        let second = HookObject.make(object_getClass(self.table))
        let outerClass = self.world.make("Outer")
        nonisolated(unsafe) let target = inner
        RuntimeClass.add(World.tableSelection, "v@:@@", to: outerClass) { call in
            target.send(World.tableSelection, call.words[0], call.words[1])
        }
        self.world.set(HookObject.make(outerClass), of: self.table)
        self.world.set(inner, of: second)
        #expect(self.events(1) == ["table 1", "app 1"])
        #expect(self.events(2, second) == ["table 2", "app 2"])
    }

    @Test("Uninstalling gives every delegate its class back, and installing hooks those that come then")
    func uninstall() {
        let delegateClass = self.world.makeDelegateClass()
        let lists = (0..<5).map { _ in HookObject.make(object_getClass(self.table)) }
        let delegates = lists.map { _ in HookObject.make(delegateClass) }
        for (list, delegate) in zip(lists, delegates) { self.world.set(delegate, of: list) }
        #expect(Set(delegates.map(\.realClass)).count == 1)
        let state = self.hook.uninstall()
        #expect(state == .notInstalled)
        for (list, delegate) in zip(lists, delegates) {
            #expect(delegate.realClass == delegateClass)
            #expect(self.events(1, list) == ["app 1"])
        }
        let again = self.hook.install()
        #expect(again == .active)
        self.hook.adoptCurrentDelegate(of: lists[0])
        self.world.set(delegates[1], of: lists[1])
        #expect(self.events(2, lists[0]) == ["table 2", "app 2"])
        #expect(self.events(3, lists[1]) == ["table 3", "app 3"])
        #expect(self.events(4, lists[2]) == ["app 4"])
    }

    @Test("A list that only lets go of its delegate, as it does on its way out, is not remembered")
    func letsGo() {
        self.world.set(nil, of: self.table)
        self.world.engine.setEnabled(false, "table")
        let delegate = self.world.makeDelegate()
        self.world.set(delegate, of: self.table)
        self.world.engine.setEnabled(true, "table")
        #expect(!self.hook.isHooked(delegate))
        self.hook.adoptCurrentDelegate(of: self.table)
        #expect(self.hook.isHooked(delegate))
        self.world.set(nil, of: self.table)
        #expect(delegate.realClass == delegate.reportedClass)
    }

    @Test("The kill switch gives every delegate its class back; switched on, it hooks what is there by now")
    func killSwitch() {
        let delegate = self.world.makeDelegate()
        self.world.set(delegate, of: self.table)
        self.world.engine.setEnabled(false, "table")
        #expect(delegate.realClass == delegate.reportedClass)
        #expect(self.events(1) == ["app 1"])
        self.world.set(delegate, of: self.table)
        self.hook.adoptCurrentDelegate(of: self.table)
        #expect(self.events(2) == ["app 2"])
        let other = self.world.makeDelegate("Other")
        self.world.set(other, of: self.table)
        self.world.engine.setEnabled(true, "table")
        #expect(self.events(3) == ["table 3", "app 3"])
        #expect(other.reportedClass != other.realClass)
    }

    @Test("The app's `initialize` does not run once more for the class that is made")
    func initialize() {
        let delegateClass = self.world.makeDelegateClass()
        self.world.add("initialize", "v@:", to: RuntimeClass.metaclass(of: delegateClass), says: "initialize")
        let delegate = HookObject.make(delegateClass)
        RuntimeClass.asObject(delegateClass).send("initialize")
        #expect(self.world.takeLog().allSatisfy { $0 == "initialize" })
        self.world.set(delegate, of: self.table)
        RuntimeClass.asObject(delegate.realClass).send("initialize")
        #expect(self.events(1) == ["table 1", "app 1"])
    }

    @Test("A delegate that comes with the system is left alone, unless the point says otherwise")
    func systemDelegate() {
        let delegate = HookObject.make(self.world.makeDelegateClass("System"))
        self.world.set(delegate, of: self.table)
        #expect(delegate.realClass == delegate.reportedClass)
        #expect(self.events(1) == ["app 1"])
        #expect(self.world.reports.map(\.hook) == ["table"])
        self.hook.uninstall()
        var point = self.hook.point
        point.leavesSystemDelegates = false
        let other = DelegateHook(point, engine: self.world.engine) { [world] _, _, _ in world.log.append("hook") }
        other.install()
        self.world.set(delegate, of: self.table)
        #expect(self.events(2) == ["hook", "app 2"])
    }

    @Test("A subclass of the list that wraps its delegate: what reaches the toolkit is hooked, once")
    func wrappingList() {
        let wrapping = self.world.make("Wrapping", below: object_getClass(self.table))
        let delegate = self.world.makeDelegate()
        let proxy = self.world.makeProxy(to: delegate)
        nonisolated(unsafe) let wrapper = proxy
        let base = object_getClass(self.table)
        RuntimeClass.add("setDelegate:", "v@:@", to: wrapping) { call in
            let selector = sel_registerName("setDelegate:")
            var parent = objc_super()
            parent.`self` = call.me
            parent.super_class = base
            let implementation = UnsafeMutableRawPointer(objc_msg_lookup_super(&parent, selector))
            return spoor_call(implementation, call.me, UnsafeRawPointer(selector), wrapper.word, 0, 0, 0)
        }
        let list = HookObject.make(wrapping)
        self.world.set(delegate, of: list)
        #expect(self.hook.isHooked(proxy) && !self.hook.isHooked(delegate))
        #expect(self.events(1, list) == ["table 1", "app 1"])
    }

    @Test("Another library that gave the delegate a class of its own before, or gives it one after, keeps its call")
    func otherSubclass() {
        let delegate = self.world.makeDelegate()
        let former = delegate.realClass
        self.subclass(delegate, "Before", says: "before")
        let before = delegate.realClass
        self.world.set(delegate, of: self.table)
        #expect(self.events(1) == ["table 1", "before", "app 1"])
        self.world.set(nil, of: self.table)
        #expect(delegate.realClass == before)
        object_setClass(delegate, former)

        self.world.set(delegate, of: self.table)
        self.subclass(delegate, "After", says: "after")
        #expect(self.events(2) == ["after", "table 2", "app 2"])
        self.world.set(nil, of: self.table)
        // The other's class stands below ours, which only passes calls on from now.
        delegate.send(World.tableSelection, self.table.word, 3)
        #expect(self.world.takeLog() == ["after", "app 3"])
    }

    @Test("A list that ended without a word, whose place another takes, leaves nothing behind")
    func listEnds() {
        let delegateClass = self.world.makeDelegateClass()
        let (first, second) = (HookObject.make(delegateClass), HookObject.make(delegateClass))
        self.world.set(first, of: self.table)
        // The same address, a new list: it never had the first delegate.
        self.world.delegates[self.table] = nil
        self.world.set(second, of: self.table)
        #expect(first.realClass == delegateClass)
        #expect(self.events(1) == ["table 1", "app 1"])
    }

    @Test("An engine that is gone leaves its delegates silent, their names as they were, and the app's methods running")
    func engineGoes() {
        let collection = HookObject.make(self.world.makeCollectionClass())
        let delegateClass = self.world.makeDelegateClass()
        self.world.addSelection(to: delegateClass, World.collectionSelection, says: "item")
        let delegate = HookObject.make(delegateClass)
        var engine: HookEngine? = HookEngine(report: { _ in })
        if let engine {
            // Nobody but the engine keeps the hook.
            DelegateHook(self.world.here(.collectionView), engine: engine) { [world] _, _, _ in
                world.log.append("hook")
            }.install()
        }
        self.world.set(delegate, of: collection)
        #expect(self.events(1, collection) == ["hook", "item 1"])
        engine = nil
        #expect(self.events(2, collection) == ["item 2"])
        #expect(delegate.reportedClass == delegateClass)
    }

    // MARK: -

    private func events(_ row: UInt, _ list: HookObject? = nil) -> [String] {
        self.world.tap(list ?? self.table, row)
        return self.world.takeLog()
    }

    private func subclass(_ object: HookObject, _ name: String, says text: String) {
        let parent = object.realClass
        let made = self.world.make(name, below: parent)
        RuntimeClass.add(World.tableSelection, "v@:@@", to: made) { [world] call in
            MainActor.assumeIsolated { world.log.append(text) }
            let selector = sel_registerName(World.tableSelection)
            let implementation = UnsafeMutableRawPointer(class_getMethodImplementation(parent, selector))
            return spoor_call(
                implementation,
                call.me,
                UnsafeRawPointer(selector),
                call.words[0],
                call.words[1],
                0,
                0
            )
        }
        object_setClass(object, made)
    }
}

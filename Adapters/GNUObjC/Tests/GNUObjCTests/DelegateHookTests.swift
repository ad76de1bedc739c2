import CGNUObjC
import SpoorHooks
import Testing

/// O-21: one event for a tap, the app's method once, whatever the delegate is; and nobody else is touched.
@MainActor
struct DelegateHookTests {
    let world = World()
    let table: HookObject

    init() { self.table = HookObject.make(self.world.makeTableClass()) }

    // O-21/plain
    // O-21/class-kept
    // O-21/other-instances
    @Test("O-21 a delegate of an ordinary class: one event, one call; its class is reported, other objects keep theirs")
    func plain() {
        let delegateClass = self.world.makeDelegateClass()
        let (delegate, other) = (HookObject.make(delegateClass), HookObject.make(delegateClass))
        let before = method_getImplementation(class_getInstanceMethod(delegateClass, Self.selection))
        let hook = self.world.installHook()
        self.world.set(delegate, of: self.table)
        #expect(self.events(2) == ["table 2", "app 2"])
        #expect(self.events(3) == ["table 3", "app 3"])
        #expect(hook.isHooked(delegate))

        #expect(delegate.reportedClass == delegateClass)
        #expect(delegate.realClass != delegateClass)
        #expect(class_getSuperclass(delegate.realClass) == delegateClass)
        #expect(other.realClass == delegateClass)
        #expect(method_getImplementation(class_getInstanceMethod(delegateClass, Self.selection)) == before)
        other.send(World.tableSelection, self.table.word, 9)
        #expect(self.world.takeLog() == ["app 9"])
        #expect(self.world.reports.isEmpty)
    }

    // O-21/forwarding-proxy
    @Test("O-21 a proxy that says it knows the selection, and forwards it")
    func forwardingProxy() {
        let (proxy, target) = self.makeProxy()
        let hook = self.world.installHook()
        self.world.set(proxy, of: self.table)
        #expect(self.events(4) == ["table 4", "app 4"])
        #expect(hook.isHooked(proxy) && !hook.isHooked(target))
        self.world.set(nil, of: self.table)
        #expect(proxy.realClass == proxy.reportedClass)
        proxy.send(World.tableSelection, self.table.word, 5)
        #expect(self.world.takeLog() == ["app 5"])
    }

    // O-21/superclass
    @Test("O-21 a delegate whose parent class implements the selection: the parent is not changed")
    func superclass() {
        let parent = self.world.makeDelegateClass("Parent")
        let child = self.world.make("Child", below: parent)
        let (delegate, sibling) = (HookObject.make(child), HookObject.make(parent))
        _ = self.world.installHook()
        self.world.set(delegate, of: self.table)
        #expect(self.events(1) == ["table 1", "app 1"])
        sibling.send(World.tableSelection, self.table.word, 2)
        #expect(self.world.takeLog() == ["app 2"])
    }

    // O-21/superclass
    @Test("O-21 child and parent both implement the selection, the child calls its parent's: one event")
    func childCallsParent() {
        let parent = self.world.makeDelegateClass("Parent")
        let child = self.world.make("Child", below: parent)
        let parents = UnsafeMutableRawPointer(
            method_getImplementation(class_getInstanceMethod(parent, Self.selection))
        )
        RuntimeClass.add(World.tableSelection, "v@:@@", to: child) { call in
            spoor_call(parents, call.me, UnsafeRawPointer(Self.selection), call.words[0], call.words[1], 0, 0)
        }
        _ = self.world.installHook()
        let sibling = HookObject.make(object_getClass(self.table))
        self.world.set(HookObject.make(parent), of: sibling)
        self.world.set(HookObject.make(child), of: self.table)
        #expect(self.events(1) == ["table 1", "app 1"])
        #expect(self.events(2, sibling) == ["table 2", "app 2"])
    }

    // O-21/view
    @Test("O-21 a view is the delegate, another one or the list itself")
    func view() {
        let view = self.world.makeDelegateClass("UIView")
        _ = self.world.installHook()
        self.world.set(HookObject.make(view), of: self.table)
        #expect(self.events(1) == ["table 1", "app 1"])
        let mine = self.world.make("MyTable", below: object_getClass(self.table))
        self.world.addSelection(to: mine, says: "own")
        let own = HookObject.make(mine)
        self.world.set(own, of: own)
        #expect(self.events(2, own) == ["table 2", "own 2"])
        self.world.set(nil, of: own)
        #expect(own.realClass == mine)
        #expect(self.events(3, own).isEmpty)
    }

    // O-21/set-before
    @Test("O-21 the delegate was set before the hook was installed", arguments: [false, true])
    func setBefore(_ addsMissing: Bool) {
        let delegate = self.world.makeDelegate()
        self.world.set(delegate, of: self.table)
        let hook = self.world.installHook(addsMissing: addsMissing)
        #expect(self.events(1) == ["app 1"])
        hook.adoptCurrentDelegate(of: self.table)
        hook.adoptCurrentDelegate(of: self.table)
        #expect(self.events(2) == ["table 2", "app 2"])
        self.world.set(nil, of: self.table)
        #expect(delegate.realClass == delegate.reportedClass)
        hook.adoptCurrentDelegate(of: self.table)
        #expect(self.events(3).isEmpty)
    }

    // O-21/replaced
    @Test("O-21 the delegate is replaced: the new one is hooked, the old one restored")
    func replaced() {
        let delegateClass = self.world.makeDelegateClass()
        let (first, second) = (HookObject.make(delegateClass), HookObject.make(delegateClass))
        let hook = self.world.installHook()
        self.world.set(first, of: self.table)
        self.world.set(second, of: self.table)
        #expect(first.realClass == delegateClass)
        #expect(!hook.isHooked(first) && hook.isHooked(second))
        #expect(self.events(1) == ["table 1", "app 1"])
        first.send(World.tableSelection, self.table.word, 2)
        #expect(self.world.takeLog() == ["app 2"])
    }

    // O-21/nil
    @Test("O-21 the delegate is set to nil: everything is as before, and it may come back")
    func setToNil() {
        let delegate = self.world.makeDelegate()
        let former = delegate.realClass
        let hook = self.world.installHook()
        for row in UInt(0)..<3 {
            self.world.set(delegate, of: self.table)
            #expect(self.events(row) == ["table \(row)", "app \(row)"])
            self.world.set(nil, of: self.table)
            #expect(delegate.realClass == former)
            #expect(!hook.isHooked(delegate))
            #expect(self.events(row).isEmpty)
            delegate.send(World.tableSelection, self.table.word, row)
            #expect(self.world.takeLog() == ["app \(row)"])
        }
    }

    // O-21/set-twice
    @Test("O-21 the same delegate is set twice: one event")
    func setTwice() {
        let delegate = self.world.makeDelegate()
        _ = self.world.installHook()
        self.world.set(delegate, of: self.table)
        let hooked = delegate.realClass
        self.world.set(delegate, of: self.table)
        #expect(delegate.realClass == hooked)
        #expect(self.events(1) == ["table 1", "app 1"])
        self.world.set(nil, of: self.table)
        #expect(delegate.realClass == delegate.reportedClass)
    }

    // O-21/shared
    @Test("O-21 two lists share a delegate: one event for each tap, and it is restored with the last of them")
    func shared() {
        let delegate = self.world.makeDelegate()
        let second = HookObject.make(object_getClass(self.table))
        let hook = self.world.installHook()
        self.world.set(delegate, of: self.table)
        self.world.set(delegate, of: second)
        #expect(self.events(1) == ["table 1", "app 1"])
        #expect(self.events(2, second) == ["table 2", "app 2"])
        self.world.set(nil, of: self.table)
        #expect(hook.isHooked(delegate))
        #expect(self.events(3, second) == ["table 3", "app 3"])
        self.world.set(nil, of: second)
        #expect(delegate.realClass == delegate.reportedClass)
    }

    // O-21/class-overridden
    @Test("O-21 a delegate that says it is of another class: its real one is hooked, and it goes on saying so")
    func classOverridden() {
        let delegateClass = self.world.makeDelegateClass()
        let pretended = self.world.make("Pretended")
        RuntimeClass.add("class", "#@:", to: delegateClass) { _ in RuntimeClass.word(pretended) }
        let (delegate, other) = (HookObject.make(delegateClass), HookObject.make(delegateClass))
        _ = self.world.installHook()
        self.world.set(delegate, of: self.table)
        #expect(self.events(1) == ["table 1", "app 1"])
        #expect(delegate.reportedClass == pretended)
        #expect(class_getSuperclass(delegate.realClass) == delegateClass)
        #expect(other.realClass == delegateClass)
        self.world.set(nil, of: self.table)
        #expect(delegate.realClass == delegateClass)
    }

    // O-21/not-implemented
    @Test("O-21 a delegate without the selection is left alone: no event, no method")
    func notImplemented() {
        let delegate = HookObject.make(self.world.make("Silent"))
        let former = delegate.realClass
        let hook = self.world.installHook()
        self.world.set(delegate, of: self.table)
        #expect(self.events(1).isEmpty)
        #expect(delegate.realClass == former)
        #expect(!delegate.responds(to: World.tableSelection))
        #expect(!hook.isHooked(delegate))
    }

    // MARK: -

    private static var selection: OpaquePointer { sel_registerName(World.tableSelection) }

    /// What happens at a tap.
    private func events(_ row: UInt, _ list: HookObject? = nil) -> [String] {
        self.world.tap(list ?? self.table, row)
        return self.world.takeLog()
    }

    private func makeProxy() -> (proxy: HookObject, target: HookObject) {
        let target = self.world.makeDelegate()
        return (self.world.makeProxy(to: target), target)
    }
}

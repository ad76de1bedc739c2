import CGNUObjC
import SpoorHooks
import Testing

/// O-21: delegates under key-value observing, which gives objects a class of its own as hooks do.
@MainActor
struct DelegateObservingTests {
    let world = World()
    let table: HookObject
    let delegateClass: OpaquePointer
    let delegate: HookObject
    let hook: DelegateHook

    init() {
        self.table = HookObject.make(self.world.makeTableClass())
        self.delegateClass = self.world.makeDelegateClass()
        self.delegate = HookObject.make(self.delegateClass)
        self.hook = self.world.installHook()
    }

    // O-21/observed-before
    @Test("O-21 an object that is observed already keeps the observer's class, and the others of that class are silent")
    func observedBefore() {
        let other = HookObject.make(self.delegateClass)
        self.observe(self.delegate)
        self.observe(other)
        let observing = self.delegate.realClass
        self.world.set(self.delegate, of: self.table)
        #expect(self.delegate.realClass == observing)
        #expect(self.delegate.reportedClass == self.delegateClass)
        #expect(self.events(1) == ["table 1", "app 1"])
        other.send(World.tableSelection, self.table.word, 2)
        #expect(self.world.takeLog() == ["app 2"])
        self.world.set(nil, of: self.table)
        self.delegate.send(World.tableSelection, self.table.word, 3)
        #expect(self.world.takeLog() == ["app 3"])
        #expect(!self.hook.isHooked(self.delegate))
        self.world.set(self.delegate, of: self.table)
        #expect(self.events(4) == ["table 4", "app 4"])
    }

    // O-21/observed-before
    @Test("O-21 observing that ends on a hooked delegate does not end the hook")
    func observingEnds() {
        self.observe(self.delegate)
        self.world.set(self.delegate, of: self.table)
        self.unobserve(self.delegate)
        #expect(self.delegate.reportedClass == self.delegateClass)
        #expect(self.events(1) == ["table 1", "app 1"])
        self.world.set(nil, of: self.table)
        #expect(self.delegate.realClass == self.delegateClass)
    }

    // O-21/observed-after
    @Test(
        "O-21 an object that is observed while it is hooked: one event, its own class reported, both orders of leaving"
    )
    func observedAfter() {
        self.world.set(self.delegate, of: self.table)
        self.observe(self.delegate)
        #expect(self.delegate.reportedClass == self.delegateClass)
        #expect(self.events(1) == ["table 1", "app 1"])
        self.unobserve(self.delegate)
        #expect(self.events(2) == ["table 2", "app 2"])
        self.world.set(nil, of: self.table)
        #expect(self.delegate.realClass == self.delegateClass)

        self.world.set(self.delegate, of: self.table)
        self.observe(self.delegate)
        self.world.set(nil, of: self.table)
        #expect(self.delegate.reportedClass == self.delegateClass)
        self.delegate.send(World.tableSelection, self.table.word, 3)
        #expect(self.world.takeLog() == ["app 3"])
        self.unobserve(self.delegate)
        #expect(self.delegate.realClass == self.delegateClass)
    }

    // O-21/observed-after
    @Test("O-21 an object that is observed while it is hooked is set once more: still one event")
    func observedAndSetAgain() {
        self.world.set(self.delegate, of: self.table)
        self.observe(self.delegate)
        self.world.set(nil, of: self.table)
        self.world.set(self.delegate, of: self.table)
        #expect(self.events(1) == ["table 1", "app 1"])
        self.unobserve(self.delegate)
        #expect(self.events(2) == ["table 2", "app 2"])
        #expect(self.delegate.reportedClass == self.delegateClass)
    }

    // O-21/observed-before
    @Test("O-21 an observed delegate that only forwards the selection is left alone, and said")
    func observedProxy() {
        let proxy = self.world.makeProxy(to: self.delegate)
        self.observe(proxy)
        self.world.set(proxy, of: self.table)
        #expect(self.events(1) == ["app 1"])
        #expect(self.world.reports.map(\.hook) == ["table"])
        #expect(self.world.reports.first?.description.contains("is left alone: it is observed") == true)
        #expect(self.world.engine.state(of: "table") == .active)
    }

    private func observe(_ object: HookObject) { object.send("addObserver:forKeyPath:options:context:", 0, 0, 0, 0) }

    private func unobserve(_ object: HookObject) { object.send("removeObserver:forKeyPath:", 0, 0) }

    private func events(_ row: UInt) -> [String] {
        self.world.tap(self.table, row)
        return self.world.takeLog()
    }
}

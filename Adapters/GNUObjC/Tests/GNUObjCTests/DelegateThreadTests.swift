import CGNUObjC
import SpoorHooks
import Testing

/// O-21: an object keeps reporting its own class, whichever thread asks or observes, and whoever else hooks it.
@MainActor
struct DelegateThreadTests {
    let world = World()
    let table: HookObject
    let hook: DelegateHook

    init() {
        self.table = HookObject.make(self.world.makeTableClass())
        self.hook = self.world.installHook()
    }

    @Test("O-21 a hooked delegate reports its own class on every thread, and nothing is said of it")
    func reportsElsewhere() async {
        let delegate = self.world.makeDelegate()
        let own = delegate.realClass
        self.world.set(delegate, of: self.table)
        nonisolated(unsafe) let object = delegate
        let isOwn = await Task.detached { [address = UInt(bitPattern: own)] in
            object.reportedClass.map { UInt(bitPattern: $0) } == address
        }.value
        #expect(isOwn)
        #expect(delegate.reportedClass == own)
        #expect(self.world.reports.isEmpty)
    }

    // O-21/observed-after
    @Test("O-21 a hooked delegate that is observed on another thread reports its own class at once, on that thread too")
    func observedElsewhere() async {
        let delegateClass = self.world.makeDelegateClass("Observed")
        RuntimeClass.add("addObserver:forKeyPath:options:context:", "v@:@@Q^v", to: delegateClass) { call in
            let present = call.me.realClass
            let made = RuntimeClass.make("NSKVONotifying_" + RuntimeClass.name(present), below: present)
            RuntimeClass.add("class", "#@:", to: made) { _ in RuntimeClass.word(present) }
            object_setClass(call.me, made)
            return 0
        }
        let delegate = HookObject.make(delegateClass)
        self.world.set(delegate, of: self.table)
        nonisolated(unsafe) let object = delegate
        let isOwn = await Task.detached { [address = UInt(bitPattern: delegateClass)] in
            object.send("addObserver:forKeyPath:options:context:", 0, 0, 0, 0)
            return object.reportedClass.map { UInt(bitPattern: $0) } == address
        }.value
        #expect(isOwn)
        #expect(delegate.reportedClass == delegateClass)
        #expect(self.events(1) == ["table 1", "app 1"])
        #expect(self.world.reports.isEmpty)
    }

    @Test(
        "O-21 two trackers hook one delegate: each tells once, and both orders of leaving restore its class",
        arguments: [true, false]
    )
    func twoEngines(_ isFirstGone: Bool) {
        let delegate = self.world.makeDelegate()
        let own = delegate.realClass
        let other = HookEngine(report: { _ in })
        let second = DelegateHook(self.world.here(.tableView), engine: other) { [world] _, _, arguments in
            world.log.append("second \(arguments.integer(at: 1))")
        }
        second.install()
        self.world.set(delegate, of: self.table)
        #expect(delegate.reportedClass == own)
        #expect(self.events(1).sorted() == ["app 1", "second 1", "table 1"])
        if isFirstGone { self.hook.uninstall() } else { second.uninstall() }
        #expect(delegate.reportedClass == own)
        #expect(self.events(2).sorted() == ["app 2", isFirstGone ? "second 2" : "table 2"])
        if isFirstGone { second.uninstall() } else { self.hook.uninstall() }
        #expect(self.events(3) == ["app 3"])
        #expect(delegate.realClass == own)
    }

    // O-21/class-kept
    @Test("O-21 another library's class below ours reports the app's class from the first call on")
    func otherClassBelow() {
        let delegate = self.world.makeDelegate()
        let own = delegate.realClass
        self.world.set(delegate, of: self.table)
        let present = delegate.realClass
        let made = self.world.make("OtherLibrary", below: present)
        RuntimeClass.add("class", "#@:", to: made) { _ in RuntimeClass.word(present) }
        object_setClass(delegate, made)
        #expect(self.events(1) == ["table 1", "app 1"])
        #expect(delegate.reportedClass == own)
    }

    private func events(_ row: UInt) -> [String] {
        self.world.tap(self.table, row)
        return self.world.takeLog()
    }
}

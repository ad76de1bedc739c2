import CGNUObjC
import SpoorHooks
import Testing

/// O-21: delegates that are not what they were, or what the table expects.
@MainActor
struct DelegateChangeTests {
    let world = World()
    let table: HookObject
    let hook: DelegateHook

    init() {
        self.table = HookObject.make(self.world.makeTableClass())
        self.hook = self.world.installHook()
    }

    /// How a proxy answers what it knows.
    enum Proxy: CaseIterable {
        /// As its target does.
        case target
        /// As its class does, and else as its target does.
        case selfOrTarget
    }

    // O-21/forwarding-proxy
    @Test(
        "O-21 a proxy whose target changed is asked again when it is set, without our answer in it",
        arguments: Proxy.allCases,
        [true, false]
    )
    func proxyChanges(_ kind: Proxy, _ isTakenOff: Bool) {
        let proxy =
            kind == .target ? HookObject.make(self.world.proxyClass) : HookObject.make(self.makeSoftProxyClass())
        let own = proxy.realClass
        self.world.targets[proxy] = self.world.makeDelegate()
        self.world.set(proxy, of: self.table)
        #expect(self.events(1) == ["table 1", "app 1"])
        self.world.targets[proxy] = HookObject.make(self.world.make("Silent"))
        if isTakenOff { self.world.set(nil, of: self.table) }
        self.world.set(proxy, of: self.table)
        #expect(!proxy.responds(to: World.tableSelection))
        #expect(self.events(2).isEmpty)
        #expect(proxy.realClass == own)
        self.world.targets[proxy] = self.world.makeDelegate("Second")
        self.world.set(proxy, of: self.table)
        #expect(self.events(3) == ["table 3", "app 3"])
    }

    @Test("O-21 a delegate's method of other types than the table's is left alone, and said")
    func otherTypes() {
        let odd = self.world.make("Odd")
        RuntimeClass.add(World.tableSelection, "{CGRect=dddd}@:@@", to: odd) { _ in 0 }
        let delegate = HookObject.make(odd)
        self.world.set(delegate, of: self.table)
        #expect(!self.hook.isHooked(delegate))
        #expect(delegate.realClass == odd)
        #expect(self.world.reports.map(\.hook) == ["table"])
        #expect(self.world.reports.first?.description.contains("has other types than expected") == true)
        #expect(self.world.engine.state(of: "table") == .active)
    }

    @Test("O-21 a delegate that calls its own method again is at one tap, however deep", arguments: [2, 150, 400])
    func callsItself(_ depth: Int) {
        let deep = self.world.make("Deep")
        nonisolated(unsafe) var left = depth
        nonisolated(unsafe) var calls = 0
        RuntimeClass.add(World.tableSelection, "v@:@@", to: deep) { call in
            (left, calls) = (left - 1, calls + 1)
            if left > 0 { call.me.send(World.tableSelection, call.words[0], call.words[1]) }
            return 0
        }
        self.world.set(HookObject.make(deep), of: self.table)
        #expect(self.events(1) == ["table 1"])
        #expect(calls == depth)
        left = 1
        #expect(self.events(2) == ["table 2"])
    }

    // O-21/observed-before
    @Test("O-21 a delegate of the system's is left alone under observing as well")
    func systemObserved() {
        let delegate = HookObject.make(self.world.makeDelegateClass("System"))
        delegate.send("addObserver:forKeyPath:options:context:", 0, 0, 0, 0)
        self.world.set(delegate, of: self.table)
        #expect(self.events(1) == ["app 1"])
        #expect(self.world.reports.first?.description.contains("it comes with the system") == true)
    }

    /// A class of proxies on a root with methods of its own: what the class has, it answers to.
    private func makeSoftProxyClass() -> OpaquePointer {
        let made = self.world.make("SoftProxy")
        RuntimeClass.add("respondsToSelector:", "C@::", to: made) { [world] call in
            nonisolated(unsafe) let me = call.me
            let selector = call.words[0]
            if class_respondsToSelector(me.realClass, OpaquePointer(bitPattern: selector)) != 0 { return 1 }
            return MainActor.assumeIsolated { world.targets[me]?.send("respondsToSelector:", selector) ?? 0 }
        }
        RuntimeClass.add("forwardingTargetForSelector:", "@@::", to: made) { [world] call in
            nonisolated(unsafe) let me = call.me
            return MainActor.assumeIsolated { world.targets[me]?.word ?? 0 }
        }
        return made
    }

    private func events(_ row: UInt) -> [String] {
        self.world.tap(self.table, row)
        return self.world.takeLog()
    }
}

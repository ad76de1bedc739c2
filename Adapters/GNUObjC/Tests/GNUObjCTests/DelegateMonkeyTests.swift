import CGNUObjC
import SpoorHooks
import Testing

/// Random lives of lists and delegates, held against a model that knows only what each tap must give.
@MainActor
struct DelegateMonkeyTests {
    private enum Kind: CaseIterable { case plain, child, proxy, silent }

    /// What is expected of a delegate.
    private struct Delegate {
        let object: HookObject
        let reported: OpaquePointer
        let kind: Kind
        var observers = 0
        /// Whether it was hooked when observing began, so that the observer's class stands below the hook's.
        var isHookBelow = false
        /// The lists whose taps make events.
        var lists: Set<Int> = []
    }

    @Test(
        "O-21 whatever comes in whatever order: one event for a tap, one call, and all is restored",
        arguments: 1...20
    )
    func monkey(_ seed: UInt64) {
        let monkey = Monkey(seed: seed)
        for _ in 0..<400 { monkey.act() }
        monkey.finish()
    }

    @MainActor
    private final class Monkey {
        let world = World()
        let seed: UInt64
        var random: Linear
        let lists: [HookObject]
        var delegates: [Delegate] = []
        var current: [Int: Int] = [:]
        /// The lists that ever got a delegate while the hook was on: of others it knows nothing.
        var known: Set<Int> = []
        let hook: DelegateHook
        var isOn = true
        var row: UInt = 0

        init(seed: UInt64) {
            self.seed = seed
            self.random = Linear(state: seed)
            let listClass = self.world.makeTableClass()
            self.lists = (0..<4).map { _ in HookObject.make(listClass) }
            self.hook = self.world.makeHook()
            self.hook.install()
            let plain = self.world.makeDelegateClass("Plain")
            let child = self.world.make("Child", below: plain)
            let silent = self.world.make("Silent")
            for kind in Kind.allCases + Kind.allCases {
                let object =
                    switch kind {
                    case .plain: HookObject.make(plain)
                    case .child: HookObject.make(child)
                    case .silent: HookObject.make(silent)
                    case .proxy: self.world.makeProxy(to: HookObject.make(plain))
                    }
                self.delegates.append(Delegate(object: object, reported: object.realClass, kind: kind))
            }
        }

        func act() {
            switch Int.random(in: 0..<10, using: &self.random) {
            case 0..<3: self.set(self.anyDelegate, of: self.anyList)
            case 3: self.set(nil, of: self.anyList)
            case 4: self.observe(self.anyDelegate)
            case 5: self.unobserve(self.anyDelegate)
            case 6: self.turn(Bool.random(using: &self.random))
            default: self.tap(self.anyList)
            }
            for delegate in self.delegates where delegate.object.reportedClass != delegate.reported {
                Issue.record("seed \(self.seed): a delegate of kind \(delegate.kind) reports another class")
            }
        }

        func finish() {
            for list in self.lists.indices { self.set(nil, of: list) }
            for index in self.delegates.indices {
                while self.delegates[index].observers > 0 { self.unobserve(index) }
                let delegate = self.delegates[index]
                #expect(delegate.object.realClass == delegate.reported, "seed \(self.seed) \(delegate.kind)")
            }
        }

        private var anyList: Int { Int.random(in: 0..<self.lists.count, using: &self.random) }
        private var anyDelegate: Int { Int.random(in: 0..<self.delegates.count, using: &self.random) }

        private func set(_ new: Int?, of list: Int) {
            self.world.set(new.map { self.delegates[$0].object }, of: self.lists[list])
            let old = self.current[list]
            self.current[list] = new
            guard self.isOn else { return }
            if new != nil { self.known.insert(list) }
            if let old, old != new { self.delegates[old].lists.remove(list) }
            if let new { self.expectHook(new, list) }
        }

        private func expectHook(_ new: Int, _ list: Int) {
            let delegate = self.delegates[new]
            let isBare = delegate.observers == 0 || delegate.isHookBelow
            if delegate.kind == .plain || delegate.kind == .child || delegate.kind == .proxy && isBare {
                self.delegates[new].lists.insert(list)
            }
        }

        private func observe(_ index: Int) {
            self.delegates[index].object.send("addObserver:forKeyPath:options:context:", 0, 0, 0, 0)
            self.delegates[index].observers += 1
            if self.delegates[index].observers == 1 {
                self.delegates[index].isHookBelow = !self.delegates[index].lists.isEmpty
            }
        }

        private func unobserve(_ index: Int) {
            guard self.delegates[index].observers > 0 else { return }
            self.delegates[index].object.send("removeObserver:forKeyPath:", 0, 0)
            self.delegates[index].observers -= 1
        }

        /// The kill switch: off, it lets all delegates go; on again, it hooks those that are there by now.
        private func turn(_ isOn: Bool) {
            self.world.engine.setEnabled(isOn, "table")
            let wasOn = self.isOn
            self.isOn = isOn
            if isOn, !wasOn {
                for (list, index) in self.current where self.known.contains(list) { self.expectHook(index, list) }
            }
            guard !isOn else { return }
            for index in self.delegates.indices { self.delegates[index].lists = [] }
        }

        private func tap(_ list: Int) {
            self.row += 1
            self.world.tap(self.lists[list], self.row)
            var expected: [String] = []
            if let index = self.current[list], self.delegates[index].kind != .silent {
                if self.isOn, self.delegates[index].lists.contains(list) { expected.append("table \(self.row)") }
                expected.append("app \(self.row)")
            }
            #expect(self.world.takeLog() == expected, "seed \(self.seed)")
        }
    }

    /// Random numbers that a seed repeats.
    struct Linear: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            self.state = self.state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (self.state ^ (self.state >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        }
    }
}

import CGNUObjC
import Glibc
import SpoorHooks
import Testing

/// Hooks that are put in twice, taken out, switched off, and share a method with other libraries.
@MainActor
struct HookRemovalTests {
    let world = World()
    let page: OpaquePointer
    let object: HookObject

    init() {
        self.page = self.world.make("UIViewController")
        self.world.add("viewDidAppear:", "v@:C", to: self.page, says: "app")
        self.object = HookObject.make(self.page)
    }

    @Test("Installing twice makes one hook")
    func idempotent() {
        let before = self.implementation
        #expect(self.install() == .active)
        let after = self.implementation
        #expect(before != after)
        #expect(self.install("second") == .active)
        #expect(self.implementation == after)
        self.expectCall(["hook", "app"])
    }

    @Test("Uninstalling puts the former implementation back, and installing again hooks it once")
    func uninstall() {
        let before = self.implementation
        self.install()
        #expect(self.world.engine.uninstall("page.appear") == .notInstalled)
        #expect(self.implementation == before)
        self.expectCall(["app"])
        #expect(self.install("again") == .active)
        self.expectCall(["again", "app"])
        #expect(self.world.engine.uninstall("unknown") == .notInstalled)
    }

    @Test("What was added to a class that only inherits passes calls on once it is uninstalled")
    func uninstallInherited() {
        let child = self.world.make("Child", below: self.page)
        let point = HookPoint(
            "child",
            className: "Child\(self.world.suffix)",
            selector: "viewDidAppear:",
            types: "v@:B"
        )
        let handler: HookHandler = { [world] _, _ in world.log.append("hook") }
        self.world.engine.install(point, handler: handler)
        #expect(self.world.engine.uninstall("child") == .passing)
        let object = HookObject.make(child)
        self.expectCall(["app"], object)
        let state1 = self.world.engine.install(point) { [world] _, _ in world.log.append("again") }
        #expect(state1 == .active)
        self.expectCall(["again", "app"], object)
    }

    @Test("A method that another library exchanged before us is called behind ours")
    func exchangedBefore() {
        self.exchange("other")
        #expect(self.install() == .active)
        self.expectCall(["hook", "other", "app"])
        self.world.engine.uninstall("page.appear")
        self.expectCall(["other", "app"])
    }

    @Test("A method that another library exchanges after us keeps both, and ours is not torn out from below it")
    func exchangedAfter() {
        self.install()
        self.exchange("other")
        #expect(self.world.engine.state(of: "page.appear") == .covered)
        self.expectCall(["other", "hook", "app"])
        #expect(self.install() == .covered)
        self.expectCall(["other", "hook", "app"])
        let before = self.implementation
        #expect(self.world.engine.uninstall("page.appear") == .passing)
        #expect(self.implementation == before)
        self.expectCall(["other", "app"])
        #expect(self.install("again") == .covered)
        self.expectCall(["other", "again", "app"])
    }

    @Test("The method keeps its selector, whatever name another library calls it by")
    func selectorStays() {
        let seen = HookPoint("seen", className: "Seen\(self.world.suffix)", selector: "viewDidAppear:", types: "v@:B")
        let holder = self.world.make("Seen")
        RuntimeClass.add("viewDidAppear:", "v@:C", to: holder) { [world] call in
            let selector = call.selector
            MainActor.assumeIsolated { world.log.append(selector) }
            return 0
        }
        self.world.engine.install(seen) { _, _ in }
        self.exchange("other", on: holder)
        HookObject.make(holder).send("viewDidAppear:", 0)
        #expect(self.world.log == ["other", "viewDidAppear:"])
    }

    @Test("Another library that exchanges back what it exchanged before us leaves the app's method")
    func exchangedBack() {
        self.exchange("other")
        self.install()
        // Now the name is the app's method again, and what is left of ours is under the other's name.
        self.exchangeNames()
        self.expectCall(["app"])
        #expect(self.world.engine.state(of: "page.appear") == .covered)
        #expect(self.world.engine.uninstall("page.appear") == .passing)
        self.expectCall(["app"])
    }

    @Test("Another library that comes back on top of a hook that was removed makes no circle")
    func noCircle() {
        self.install()
        let method = class_getInstanceMethod(self.page, sel_registerName("viewDidAppear:"))
        let ours = UnsafeMutableRawPointer(method_getImplementation(method))
        let other = RuntimeClass.implementation { [world] call in
            MainActor.assumeIsolated { world.log.append("other") }
            return spoor_call(
                ours,
                call.me,
                UnsafeRawPointer(sel_registerName("viewDidAppear:")),
                call.words[0],
                0,
                0,
                0
            )
        }
        self.world.engine.uninstall("page.appear")
        spoor_set_implementation(self.page, method, other)
        self.expectCall(["other", "app"])
        #expect(self.install("again") == .active)
        self.expectCall(["again", "other", "app"])
    }

    @Test("A class into which another library copied our function tells again once the hook is back", arguments: 1...3)
    func copiedElsewhere(_ rounds: Int) {
        let child = self.world.make("Copied", below: self.page)
        self.install()
        // As libraries do for a method that a class only inherits: copied into it, then exchanged there.
        let selector = sel_registerName("viewDidAppear:")
        class_addMethod(child, selector, class_getMethodImplementation(child, selector), strdup("v@:C"))
        self.exchange("other", on: child)
        let object = HookObject.make(child)
        self.expectCall(["other", "hook", "app"], object)
        for round in 1...rounds {
            self.world.engine.uninstall("page.appear")
            self.expectCall(["other", "app"], object)
            #expect(self.install("again \(round)") == .active)
            self.expectCall(["other", "again \(round)", "app"], object)
            self.expectCall(["again \(round)", "app"])
        }
        self.world.engine.setEnabled(false, "page.appear")
        self.expectCall(["other", "app"], object)
    }

    @Test("A method that a protocol of the class has, and the class lacks, is added where the table says so")
    func addedMissing() {
        let tabs = self.world.make("Tabs")
        let point = HookPoint(
            "tabs",
            className: "Tabs\(self.world.suffix)",
            selector: "tabBar:didSelectItem:",
            types: "v@:@@",
            isAddedWhereMissing: true
        )
        let state = self.world.engine.install(point) { [world] _, _ in world.log.append("hook") }
        #expect(state == .active)
        let object = HookObject.make(tabs)
        #expect(object.responds(to: "tabBar:didSelectItem:"))
        object.send("tabBar:didSelectItem:", 0, 0)
        #expect(self.world.takeLog() == ["hook"])
        let child = HookObject.make(self.world.make("OwnTabs", below: tabs))
        self.world.add("tabBar:didSelectItem:", "v@:@@", to: child.realClass, says: "app")
        child.send("tabBar:didSelectItem:", 0, 0)
        #expect(self.world.takeLog() == ["app"])
        #expect(self.world.engine.uninstall("tabs") == .passing)
        object.send("tabBar:didSelectItem:", 0, 0)
        #expect(self.world.takeLog().isEmpty)
        #expect(self.world.reports.isEmpty)
    }

    @Test("The kill switch of one hook silences that one alone, before it is installed as well")
    func killSwitch() {
        self.world.add("viewDidDisappear:", "v@:C", to: self.page, says: "gone")
        self.install()
        self.world.engine.install(self.world.here(.viewDidDisappear)) { [world] _, _ in world.log.append("left") }
        self.world.engine.setEnabled(false, "page.appear")
        #expect(self.world.engine.state(of: "page.appear") == .passing)
        // What a hook left behind, on a recogniser say, asks before it tells.
        #expect(!self.world.engine.isRunning("page.appear") && self.world.engine.isRunning("page.disappear"))
        self.expectCall(["app"])
        self.object.send("viewDidDisappear:", 0)
        #expect(self.world.log == ["left", "gone"])
        self.world.engine.setEnabled(true, "page.appear")
        #expect(self.world.engine.state(of: "page.appear") == .active)
        #expect(self.world.engine.isRunning("page.appear"))
        self.expectCall(["hook", "app"])

        let engine = HookEngine(report: { _ in })
        engine.setEnabled(false, "page.appear")
        let state2 = engine.install(self.world.here(.viewDidAppear)) { [world] _, _ in world.log.append("new") }
        #expect(state2 == .passing)
        self.expectCall(["hook", "app"])
        engine.setEnabled(true, "page.appear")
        self.expectCall(["new", "hook", "app"])
    }

    @Test("A handler may take its own hook out")
    func removesItself() {
        self.world.engine.install(self.world.here(.viewDidAppear)) { [world] _, _ in
            world.log.append("once")
            world.engine.uninstall("page.appear")
        }
        self.expectCall(["once", "app"])
        self.expectCall(["app"])
    }

    @Test("An engine that is gone leaves its hooks passing through to the app")
    func engineGoes() {
        var engine: HookEngine? = HookEngine(report: { _ in })
        engine?.install(self.world.here(.viewDidAppear)) { [world] _, _ in world.log.append("hook") }
        engine = nil
        self.expectCall(["app"])
    }

    // MARK: -

    private var implementation: OpaquePointer {
        method_getImplementation(class_getInstanceMethod(self.page, sel_registerName("viewDidAppear:")))
    }

    @discardableResult
    private func install(_ text: String = "hook") -> HookState {
        self.world.engine.install(self.world.here(.viewDidAppear)) { [world] _, _ in world.log.append(text) }
    }

    /// What another library does: a method of its own, exchanged with the app's, which it then calls by its own name.
    private func exchange(_ text: String, on holder: OpaquePointer? = nil) {
        let holder = holder ?? self.page
        RuntimeClass.add("other_viewDidAppear:", "v@:C", to: holder) { [world] call in
            MainActor.assumeIsolated { world.log.append(text) }
            return call.me.send("other_viewDidAppear:", call.words[0])
        }
        self.exchangeNames(on: holder)
    }

    private func exchangeNames(on holder: OpaquePointer? = nil) {
        let holder = holder ?? self.page
        spoor_exchange_implementations(
            holder,
            class_getInstanceMethod(holder, sel_registerName("viewDidAppear:")),
            class_getInstanceMethod(holder, sel_registerName("other_viewDidAppear:"))
        )
    }

    private func expectCall(
        _ expected: [String],
        _ object: HookObject? = nil,
        _ location: SourceLocation = #_sourceLocation
    ) {
        self.world.log = []
        (object ?? self.object).send("viewDidAppear:", 1)
        #expect(self.world.log == expected, sourceLocation: location)
        self.world.log = []
    }
}

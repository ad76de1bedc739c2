import CGNUObjC
import Glibc
import SpoorHooks
import Testing

/// What a hook does where the app is not as the table says: nothing, and it says so.
@MainActor
struct HookSurpriseTests {
    let world = World()

    @Test("There is no such class")
    func classMissing() {
        let point = HookPoint("x", className: "Nowhere\(self.world.suffix)", selector: "f", types: "v@:")
        self.expectRefusal(point, .classMissing, "there is no such class")
    }

    @Test("There is no such method; no other is added in its place")
    func methodMissing() {
        let holder = self.world.make("Page")
        let point = HookPoint("x", className: "Page\(self.world.suffix)", selector: "f", types: "v@:")
        self.expectRefusal(point, .methodMissing, "there is no such method")
        #expect(!HookObject.make(holder).responds(to: "f"))
    }

    @Test(
        "The method has other types than the table says",
        arguments: ["v@:@@", "v@:", "v@:q", "@@:@", "v@:^v", "v@:{CGRect=dddd}", "nonsense"]
    )
    func typesDiffer(_ found: String) {
        let holder = self.world.make("Page")
        RuntimeClass.add("f:", found, to: holder) { _ in 3 }
        let point = HookPoint("x", className: "Page\(self.world.suffix)", selector: "f:", types: "v@:@")
        self.expectRefusal(point, .typesDiffer(found: found), "other types than expected (\(found))")
        #expect(HookObject.make(holder).send("f:", 1) == 3)
    }

    @Test(
        "The method takes what no hook can pass on",
        arguments: ["v@:d", "v@:{CGRect={CGPoint=dd}{CGSize=dd}}", "f@:", "v@:@@@@@"]
    )
    func typesUnsupported(_ types: String) {
        RuntimeClass.add("f:", types, to: self.world.make("Page")) { _ in 0 }
        let point = HookPoint("x", className: "Page\(self.world.suffix)", selector: "f:", types: types)
        self.expectRefusal(point, .typesUnsupported, "cannot pass on")
    }

    @Test("Somebody copied the hooked method to another class: the hook is off, and the app's method still runs")
    func foreignReceiver() {
        let page = self.world.make("Page")
        self.world.add("f", "v@:", to: page, says: "app")
        let point = HookPoint("x", className: "Page\(self.world.suffix)", selector: "f", types: "v@:")
        self.world.engine.install(point) { [world] _, _ in world.log.append("hook") }
        let stranger = self.world.make("Stranger")
        let implementation = method_getImplementation(class_getInstanceMethod(page, sel_registerName("f")))
        class_addMethod(stranger, sel_registerName("f"), implementation, strdup("v@:"))
        HookObject.make(stranger).send("f")
        HookObject.make(stranger).send("f")
        HookObject.make(page).send("f")
        #expect(self.world.log == ["app", "app", "app"])
        let surprise = HookSurprise.foreignReceiver(className: "Stranger\(self.world.suffix)")
        #expect(self.world.reports.map(\.surprise) == [surprise])
        #expect(self.world.engine.state(of: "x") == .disabled(surprise))
        let state1 = self.world.engine.install(point) { _, _ in }
        #expect(state1 == .disabled(surprise))
    }

    @Test("A method that calls itself deeper than any app does is left alone from there on")
    func calledItself() {
        let page = self.world.make("Page")
        var left = 150
        RuntimeClass.add("f", "q@:", to: page) { call in
            left -= 1
            return left > 0 ? call.me.send("f") + 1 : 0
        }
        let point = HookPoint("x", className: "Page\(self.world.suffix)", selector: "f", types: "q@:")
        var handled = 0
        self.world.engine.install(point) { _, _ in handled += 1 }
        #expect(HookObject.make(page).send("f") == 149)
        #expect(handled == 101)
        #expect(self.world.reports.map(\.surprise) == [.calledItself])
        #expect(self.world.engine.state(of: "x") == .disabled(.calledItself))
    }

    @Test("A call off the main thread is passed on without the handler, and said once")
    func offMainThread() async {
        let page = self.world.make("Page")
        RuntimeClass.add("f:", "q@:q", to: page) { $0.words[0] + 1 }
        let point = HookPoint("x", className: "Page\(self.world.suffix)", selector: "f:", types: "q@:q")
        var handled = 0
        self.world.engine.install(point) { _, _ in handled += 1 }
        nonisolated(unsafe) let object = HookObject.make(page)
        let results = await Task.detached { [object.send("f:", 1), object.send("f:", 2)] }.value
        #expect(results == [2, 3])
        #expect(handled == 0)
        #expect(self.world.reports.map(\.surprise) == [.offMainThread])
        #expect(object.send("f:", 3) == 4)
        #expect(handled == 1)
        #expect(self.world.engine.state(of: "x") == .active)
    }

    private func expectRefusal(_ point: HookPoint, _ surprise: HookSurprise, _ text: String) {
        for _ in 0..<2 {
            let state2 = self.world.engine.install(point) { _, _ in }
            #expect(state2 == .disabled(surprise))
        }
        #expect(self.world.engine.state(of: point.name) == .disabled(surprise))
        // Said once, with what follows from it.
        #expect(self.world.reports.map(\.surprise) == [surprise])
        let sentence = self.world.reports.first?.description ?? ""
        #expect(sentence.contains(text) && sentence.hasSuffix("The hook is off; the app is not affected."))
        #expect(self.world.engine.installedNames.isEmpty)
        #expect(self.world.engine.uninstall(point.name) == .notInstalled)
    }
}

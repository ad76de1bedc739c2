import CGNUObjC
import SpoorHooks
import Testing

/// Hooks on methods of classes: what they pass on, and to whom.
@MainActor
struct HookEngineTests {
    let world = World()

    @Test("The handler runs before the method, with its receiver and arguments, and the result stays")
    func ownMethod() {
        let application = self.world.make("UIApplication")
        RuntimeClass.add(HookPoint.sendAction.selector, "C@::@@@", to: application) { [world] call in
            let words = call.words
            MainActor.assumeIsolated { world.log.append("app \(words[1]) \(words[2]) \(words[3])") }
            return 1
        }
        let (object, target, sender) = (HookObject.make(application), self.makeObject(), self.makeObject())
        let state = self.world.engine.install(self.world.here(.sendAction)) { [world] receiver, arguments in
            #expect(receiver == object)
            #expect(arguments.count == 4)
            #expect(arguments.selectorName(at: 0) == "buy:")
            #expect(arguments.object(at: 1) == target)
            #expect(arguments.object(at: 2) == sender)
            #expect(arguments.object(at: 3) == nil)
            #expect(arguments.object(at: 4) == nil)
            #expect(arguments.result == nil)
            world.log.append("hook")
        }
        #expect(state == .active)
        let result = object.send(
            HookPoint.sendAction.selector,
            RuntimeClass.selector("buy:"),
            target.word,
            sender.word,
            0
        )
        #expect(result == 1)
        #expect(self.world.log == ["hook", "app \(target.word) \(sender.word) 0"])
        #expect(self.world.reports.isEmpty)
    }

    @Test("A Boolean is read whatever else the register holds", arguments: [(UInt(0x1_00), false), (0x1_01, true)])
    func boolean(_ word: UInt, _ expected: Bool) {
        let page = self.makePage()
        self.world.engine.install(self.world.here(.viewDidAppear)) { [world] _, arguments in
            world.log.append("\(arguments.boolean(at: 0)) \(arguments.integer(at: 0))")
        }
        HookObject.make(page).send("viewDidAppear:", word)
        #expect(self.world.log == ["\(expected) \(word)", "appear"])
    }

    @Test("A method that the class inherits is hooked on that class alone")
    func inheritedMethod() {
        let page = self.makePage()
        let mine = self.world.make("MyPage", below: page)
        let point = HookPoint(
            "mine",
            className: "MyPage\(self.world.suffix)",
            selector: "viewDidAppear:",
            types: "v@:B"
        )
        let state1 = self.world.engine.install(point) { [world] _, _ in world.log.append("hook") }
        #expect(state1 == .active)
        HookObject.make(page).send("viewDidAppear:", 1)
        #expect(self.world.log == ["appear"])
        HookObject.make(mine).send("viewDidAppear:", 1)
        #expect(self.world.log == ["appear", "hook", "appear"])
    }

    @Test("Parent and child are both hooked: each handler runs once, and nothing runs for ever")
    func parentAndChild() {
        let page = self.makePage()
        let child = self.world.make("Child", below: page)
        let grandchild = self.world.make("Grandchild", below: child)
        for (name, order) in [("Grandchild", 2), ("UIViewController", 0), ("Child", 1)] {
            let point = HookPoint(
                "\(order)",
                className: name + self.world.suffix,
                selector: "viewDidAppear:",
                types: "v@:B"
            )
            self.world.engine.install(point) { [world] _, _ in world.log.append(name) }
        }
        HookObject.make(grandchild).send("viewDidAppear:", 0)
        #expect(self.world.log == ["Grandchild", "Child", "UIViewController", "appear"])
        self.world.log = []
        HookObject.make(child).send("viewDidAppear:", 0)
        #expect(self.world.log == ["Child", "UIViewController", "appear"])
    }

    @Test("A parent's method that is replaced after the child was hooked is the one that is called")
    func parentChangesLater() {
        let page = self.makePage()
        let child = self.world.make("Child", below: page)
        let point = HookPoint(
            "child",
            className: "Child\(self.world.suffix)",
            selector: "viewDidAppear:",
            types: "v@:B"
        )
        self.world.engine.install(point) { [world] _, _ in world.log.append("hook") }
        let method = class_getInstanceMethod(page, sel_registerName("viewDidAppear:"))
        spoor_set_implementation(
            page,
            method,
            RuntimeClass.implementation { [world] _ in
                MainActor.assumeIsolated { world.log.append("other") }
                return 0
            }
        )
        HookObject.make(child).send("viewDidAppear:", 0)
        #expect(self.world.log == ["hook", "other"])
    }

    @Test("A method of the class itself is hooked, and an argument of it replaced")
    func classMethod() {
        let action = self.world.make("UIAlertAction")
        let made = HookObject.make(self.world.root)
        RuntimeClass.add(
            HookPoint.alertAction.selector,
            "@@:@q@?",
            to: RuntimeClass.metaclass(of: action)
        ) { [world] call in
            let words = call.words
            MainActor.assumeIsolated { world.log.append("made \(words[0]) \(words[1]) \(words[2])") }
            return made.word
        }
        let other = self.makeObject()
        self.world.engine.install(self.world.here(.alertAction)) { receiver, arguments in
            #expect(receiver == RuntimeClass.asObject(action))
            arguments.replace(at: 2, with: other)
            arguments.replace(at: 3, with: other)
        }
        let result = RuntimeClass.asObject(action).send(HookPoint.alertAction.selector, 5, 1, 7)
        #expect(result == made.word)
        #expect(self.world.log == ["made 5 1 \(other.word)"])
    }

    @Test("An initialiser's handler runs after it, with what it gave; with nothing where it gave nothing")
    func initialiser() {
        let gesture = self.world.make("UIGestureRecognizer")
        let substitute = HookObject.make(gesture)
        RuntimeClass.add(HookPoint.gestureInit.selector, "@@:@:", to: gesture) { [world] call in
            MainActor.assumeIsolated { world.log.append("init") }
            return call.words[0] == 0 ? 0 : substitute.word
        }
        self.world.engine.install(self.world.here(.gestureInit)) { [world] receiver, arguments in
            #expect(receiver == substitute)
            #expect(arguments.result == substitute)
            #expect(arguments.selectorName(at: 1) == "tapped:")
            world.log.append("hook")
        }
        let target = self.makeObject().word
        let tapped = RuntimeClass.selector("tapped:")
        #expect(HookObject.make(gesture).send(HookPoint.gestureInit.selector, target, tapped) == substitute.word)
        #expect(self.world.log == ["init", "hook"])
        #expect(HookObject.make(gesture).send(HookPoint.gestureInit.selector, 0, tapped) == 0)
        #expect(self.world.log == ["init", "hook", "init"])
    }

    @Test("Four words go in, for each number of arguments that a method can have", arguments: 0...4)
    func countsOfWords(_ count: Int) {
        let holder = self.world.make("Counting")
        let selector = "take" + String(repeating: ":", count: count)
        let types = "q@:" + String(repeating: "q", count: count)
        RuntimeClass.add(selector, types, to: holder) { [world] call in
            let words = Array(call.words.prefix(count))
            MainActor.assumeIsolated { world.log.append("\(words)") }
            return words.reduce(100, +)
        }
        let point = HookPoint("count", className: "Counting\(self.world.suffix)", selector: selector, types: types)
        self.world.engine.install(point) { [world] _, arguments in
            world.log.append("\((0..<arguments.count).map { arguments.integer(at: $0) })")
        }
        let object = HookObject.make(holder)
        #expect(object.send(selector, 1, 2, 3, 4) == UInt(100 + count * (count + 1) / 2))
        let expected = "\(Array(1..<5).prefix(count).map { $0 })"
        #expect(self.world.log == [expected, expected])
    }

    @Test("All rows of the table fit classes that look like UIKit's")
    func wholeTable() {
        let world = World(suffix: "")
        for point in HookTable.uiKit.points + HookTable.webKit.points {
            let holder =
                objc_lookUpClass(point.className) ?? RuntimeClass.make(point.className, below: world.root)
            // UIKit on this processor would say `c` where the table says `B`.
            let types = point.types.replacing("B", with: "c")
            let target = point.isClassMethod ? RuntimeClass.metaclass(of: holder) : holder
            RuntimeClass.add(point.selector, types, to: target) { call in call.me.word }
            let state2 = world.engine.install(point) { _, _ in world.log.append(point.name) }
            #expect(state2 == .active)
            let receiver = point.isClassMethod ? RuntimeClass.asObject(holder) : HookObject.make(holder)
            receiver.send(point.selector, 0, 0, 0, 0)
            #expect(world.log.last == point.name)
        }
        for point in HookTable.uiKit.delegates {
            let holder =
                objc_lookUpClass(point.className) ?? RuntimeClass.make(point.className, below: world.root)
            RuntimeClass.add(point.setter, "v24@0:8@16", to: holder) { _ in 0 }
            #expect(DelegateHook(point, engine: world.engine) { _, _, _ in }.install() == .active)
        }
        #expect(world.engine.installedNames == (HookTable.uiKit.names + HookTable.webKit.names).sorted())
        #expect(world.reports.isEmpty)
    }

    private func makePage() -> OpaquePointer {
        let page = self.world.make("UIViewController")
        self.world.add("viewDidAppear:", "v@:C", to: page, says: "appear")
        return page
    }

    private func makeObject() -> HookObject { HookObject.make(self.world.root) }
}

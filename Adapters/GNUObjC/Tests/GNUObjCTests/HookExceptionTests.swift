import CGNUObjC
import Glibc
import SpoorHooks
import Testing

/// Calls that end by an exception, which somebody above catches.
@MainActor
struct HookExceptionTests {
    let world = World()
    let page: OpaquePointer
    let object: HookObject
    /// Whether the app's method throws at its next call.
    private static var throwing: Set<HookObject> = []

    init() {
        self.page = self.world.make("UIViewController")
        let object = HookObject.make(self.page)
        self.object = object
        RuntimeClass.add("viewDidAppear:", "v@:C", to: self.page) { [world] _ in
            let isThrowing = MainActor.assumeIsolated {
                world.log.append("app")
                return Self.throwing.contains(object)
            }
            if isThrowing { spoor_throw() }
            return 0
        }
        self.install()
    }

    @Test("A hook goes on telling after exceptions, however many", arguments: [1, 300])
    func goesOn(_ exceptions: Int) {
        self.leave(exceptions)
        #expect(self.world.takeLog() == Array(repeating: ["hook", "app"], count: exceptions).flatMap { $0 })
        self.object.send("viewDidAppear:", 0)
        #expect(self.world.takeLog() == ["hook", "app"])
        #expect(self.world.reports.isEmpty)
    }

    @Test("A call that an exception ended is told by none: the next one, through another library, is")
    func othersFunction() {
        self.leave(1)
        _ = self.world.takeLog()
        // Another library keeps our function, so that the hook has a second one once it is back.
        let method = class_getInstanceMethod(self.page, sel_registerName("viewDidAppear:"))
        let ours = method_getImplementation(method)
        let child = self.world.make("Copied", below: self.page)
        class_addMethod(child, sel_registerName("viewDidAppear:"), ours, strdup("v@:C"))
        self.world.engine.uninstall("page.appear")
        self.install()
        let object = HookObject.make(child)
        object.send("viewDidAppear:", 0)
        #expect(self.world.takeLog() == ["hook", "app"])
        self.leave(1)
        _ = self.world.takeLog()
        self.object.send("viewDidAppear:", 0)
        #expect(self.world.takeLog() == ["hook", "app"])
    }

    @Test("A delegate whose method threw is told of at the next tap")
    func delegate() {
        let table = HookObject.make(self.world.makeTableClass())
        let delegateClass = self.world.make("Throwing")
        RuntimeClass.add(World.tableSelection, "v@:@@", to: delegateClass) { [world] call in
            MainActor.assumeIsolated { world.log.append("app \(call.words[1])") }
            if call.words[1] == 1 { spoor_throw() }
            return 0
        }
        _ = self.world.installHook()
        self.world.set(HookObject.make(delegateClass), of: table)
        #expect(self.catches(table, "tap:", 1))
        #expect(self.world.takeLog() == ["table 1", "app 1"])
        for row: UInt in 2...3 { self.world.tap(table, row) }
        #expect(self.world.takeLog() == ["table 2", "app 2", "table 3", "app 3"])
    }

    private func install() {
        self.world.engine.install(self.world.here(.viewDidAppear)) { [world] _, _ in world.log.append("hook") }
    }

    private func leave(_ times: Int) {
        Self.throwing.insert(self.object)
        defer { Self.throwing.remove(self.object) }
        for _ in 0..<times { #expect(self.catches(self.object, "viewDidAppear:", 0)) }
    }

    private func catches(_ object: HookObject, _ selector: String, _ word: UInt) -> Bool {
        let method = class_getInstanceMethod(object.realClass, sel_registerName(selector))
        let implementation = UnsafeMutableRawPointer(method_getImplementation(method))
        return spoor_catch(implementation, object, UnsafeRawPointer(sel_registerName(selector)), word) == 1
    }
}

import CGNUObjC
import SpoorHooks
import Testing

/// Lists that ask at `setDelegate:` what their delegate answers to, and remember it, as UIKit's do.
extension World {
    static let tableSelection = "tableView:didSelectRowAtIndexPath:"
    static let collectionSelection = "collectionView:didSelectItemAtIndexPath:"

    /// The class of tables.
    func makeTableClass() -> OpaquePointer { self.makeListClass("UITableView", Self.tableSelection) }

    /// The class of collections.
    func makeCollectionClass() -> OpaquePointer { self.makeListClass("UICollectionView", Self.collectionSelection) }

    private func makeListClass(_ name: String, _ selection: String) -> OpaquePointer {
        let made = self.make(name)
        RuntimeClass.add("setDelegate:", "v@:@", to: made) { [unowned self] call in
            nonisolated(unsafe) let (list, delegate) = (call.me, call.object(0))
            MainActor.assumeIsolated {
                self.setters += 1
                self.delegates[list] = delegate
                self.answers[list] = delegate?.responds(to: selection) ?? false
            }
            return 0
        }
        RuntimeClass.add("delegate", "@@:", to: made) { [unowned self] call in
            nonisolated(unsafe) let list = call.me
            return MainActor.assumeIsolated { self.delegates[list]?.word ?? 0 }
        }
        RuntimeClass.add("tap:", "v@:@", to: made) { [unowned self] call in
            nonisolated(unsafe) let list = call.me
            let row = call.words[0]
            MainActor.assumeIsolated {
                guard self.answers[list] == true, let delegate = self.delegates[list] else { return }
                delegate.send(selection, list.word, row)
            }
            return 0
        }
        return made
    }

    /// A class of delegates that log the row they are told of.
    func makeDelegateClass(_ name: String = "Delegate", below parent: OpaquePointer? = nil) -> OpaquePointer {
        let made = self.make(name, below: parent)
        self.addSelection(to: made, says: "app")
        return made
    }

    func addSelection(to holder: OpaquePointer, _ selector: String = World.tableSelection, says text: String) {
        RuntimeClass.add(selector, "v@:@@", to: holder) { [unowned self] call in
            let row = call.words[1]
            MainActor.assumeIsolated { self.log.append("\(text) \(row)") }
            return 0
        }
    }

    /// An object of a class of delegates.
    func makeDelegate(_ name: String = "Delegate") -> HookObject { HookObject.make(self.makeDelegateClass(name)) }

    /// A class of objects that answer and forward as their target does.
    func makeProxyClass() -> OpaquePointer {
        let made = self.make("Proxy")
        RuntimeClass.add("respondsToSelector:", "C@::", to: made) { [unowned self] call in
            nonisolated(unsafe) let me = call.me
            let selector = call.words[0]
            return MainActor.assumeIsolated { self.targets[me]?.send("respondsToSelector:", selector) ?? 0 }
        }
        RuntimeClass.add("forwardingTargetForSelector:", "@@::", to: made) { [unowned self] call in
            nonisolated(unsafe) let me = call.me
            return MainActor.assumeIsolated { self.targets[me]?.word ?? 0 }
        }
        return made
    }

    /// An object that answers and forwards as another does, without a method of its own.
    func makeProxy(to target: HookObject) -> HookObject {
        let proxy = HookObject.make(self.proxyClass)
        self.targets[proxy] = target
        return proxy
    }

    /// What happened since, in order.
    func takeLog() -> [String] {
        defer { self.log = [] }
        return self.log
    }

    /// How often a delegate was set since.
    @discardableResult
    func takeSetters() -> Int {
        defer { self.setters = 0 }
        return self.setters
    }

    /// Taps a row of a list: the delegate's method gets the row in the place of the index path.
    func tap(_ list: HookObject, _ row: UInt) { list.send("tap:", row) }

    func set(_ delegate: HookObject?, of list: HookObject) { list.send("setDelegate:", delegate?.word ?? 0) }

    /// A hook on this world's tables that logs the rows it is told of.
    func makeHook(_ point: DelegatePoint = .tableView, addsMissing: Bool = false) -> DelegateHook {
        let row = self.here(point)
        return DelegateHook(addsMissing ? row.addingMissingMethods() : row, engine: self.engine) {
            [unowned self] _, _, arguments in
            self.log.append("\(point.name) \(arguments.integer(at: 1))")
        }
    }

    /// A hook as ``makeHook(_:addsMissing:)`` makes it, in place.
    func installHook(_ point: DelegatePoint = .tableView, addsMissing: Bool = false) -> DelegateHook {
        let hook = self.makeHook(point, addsMissing: addsMissing)
        #expect(hook.install() == .active)
        return hook
    }
}

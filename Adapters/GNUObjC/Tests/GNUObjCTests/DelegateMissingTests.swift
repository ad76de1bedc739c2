import CGNUObjC
import SpoorHooks
import Testing

/// Methods that a delegate lacks and that are added, so that the toolkit calls them (003).
@MainActor
struct DelegateMissingTests {
    let world = World()
    let table: HookObject
    let silentClass: OpaquePointer
    let silent: HookObject

    init() {
        self.table = HookObject.make(self.world.makeTableClass())
        self.silentClass = self.world.make("Silent")
        self.silent = HookObject.make(self.silentClass)
    }

    // O-21/method-added
    @Test("O-21 the method is added before the list asks, so that the list, which remembers, calls it")
    func added() {
        let hook = self.world.makeHook(addsMissing: true)
        hook.install()
        self.world.set(self.silent, of: self.table)
        #expect(self.events(1) == ["table 1"])
        let other = HookObject.make(self.silentClass)
        #expect(!other.responds(to: World.tableSelection))
        self.world.set(nil, of: self.table)
        #expect(!self.silent.responds(to: World.tableSelection))
        #expect(self.silent.realClass == self.silentClass)
    }

    // O-21/method-added
    @Test("O-21 added later, the list would not call it: a delegate set before is set once more")
    func addedToCurrentDelegate() {
        self.world.set(self.silent, of: self.table)
        let hook = self.world.makeHook(addsMissing: true)
        hook.install()
        #expect(self.events(1).isEmpty)
        hook.adoptCurrentDelegate(of: self.table)
        #expect(self.events(2) == ["table 2"])
        self.world.takeSetters()
        hook.adoptCurrentDelegate(of: self.table)
        #expect(self.world.takeSetters() == 0)
        #expect(self.events(3) == ["table 3"])
    }

    // O-21/method-added
    @Test("O-21 objects of one class, of which one answers by forwarding and one does not, get classes of their own")
    func oneClassTwoAnswers() {
        let proxyClass = self.world.proxyClass
        let target = self.world.makeDelegate()
        let (full, empty) = (HookObject.make(proxyClass), HookObject.make(proxyClass))
        self.world.targets[full] = target
        let second = HookObject.make(object_getClass(self.table))
        self.world.makeHook().install()
        let hook = self.world.makeHook(addsMissing: true)
        hook.install()
        self.world.set(full, of: self.table)
        self.world.set(empty, of: second)
        #expect(self.events(1) == ["table 1", "app 1"])
        #expect(self.events(2, second).isEmpty)
    }

    // O-21/method-added
    @Test("O-21 a delegate that decides by itself what it answers to, and says no, is left as it is")
    func refuses() {
        let stubborn = self.world.make("Stubborn")
        RuntimeClass.add("respondsToSelector:", "C@::", to: stubborn) { _ in 0 }
        let delegate = HookObject.make(stubborn)
        let hook = self.world.makeHook(addsMissing: true)
        hook.install()
        self.world.set(delegate, of: self.table)
        #expect(self.events(1).isEmpty)
        #expect(delegate.realClass == stubborn)
        #expect(!hook.isHooked(delegate))
        #expect(self.world.reports.first?.description.contains("does not answer to the method that was added") == true)
    }

    // O-21/method-added
    @Test("O-21 an observed delegate that lacks the method does not get it: its class is others' too")
    func observed() {
        self.silent.send("addObserver:forKeyPath:options:context:", 0, 0, 0, 0)
        let hook = self.world.makeHook(addsMissing: true)
        hook.install()
        self.world.set(self.silent, of: self.table)
        #expect(self.events(1).isEmpty)
        #expect(!self.silent.responds(to: World.tableSelection))
        #expect(self.world.reports.count == 1)
    }

    // O-21/method-added
    @Test("O-21 a delegate with a method added for a table is not set once more on a collection that adds none")
    func addedForAnother() {
        let collection = HookObject.make(self.world.makeCollectionClass())
        self.world.addSelection(to: self.silentClass, World.collectionSelection, says: "item")
        self.world.makeHook(addsMissing: true).install()
        self.world.set(self.silent, of: self.table)
        self.world.set(self.silent, of: collection)
        let other = self.world.makeHook(.collectionView)
        other.install()
        self.world.takeSetters()
        #expect(other.adoptCurrentDelegate(of: collection))
        #expect(self.world.takeSetters() == 0)
        #expect(self.events(1, collection) == ["collection 1", "item 1"])
    }

    private func events(_ row: UInt, _ list: HookObject? = nil) -> [String] {
        self.world.tap(list ?? self.table, row)
        return self.world.takeLog()
    }
}

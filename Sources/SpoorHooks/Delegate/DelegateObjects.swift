#if canImport(ObjectiveC) || canImport(CGNUObjC)
/// The delegates that are hooked, of all hooks of an engine together: one object may be the delegate of a table and of a
/// collection.
@MainActor
final class DelegateObjects {
    private struct Record {
        let reference: Runtime.Reference
        var uses: Set<DelegateUse> = []
        var methods: Set<DelegateMethod> = []
    }

    private struct WeakHook {
        weak var hook: DelegateHook?
    }

    private var records: [UInt: Record] = [:]
    private var hooks: [Int: WeakHook] = [:]
    private var nextHook = 0
    private var adoptions = 0
    private let classes: DelegateClasses
    private let reporter: HookReporter

    init(reporter: HookReporter) {
        self.reporter = reporter
        self.classes = DelegateClasses(reporter: reporter)
        self.classes.listener = DelegateClasses.Listener(
            called: { [weak self] in self?.called($0, $1, &$2) },
            observingChanged: { [weak self] in self?.observingChanged($0) }
        )
    }

    /// A number for a hook, by which its uses go.
    func enter(_ hook: DelegateHook) -> Int {
        self.nextHook += 1
        self.hooks[self.nextHook] = WeakHook(hook: hook)
        return self.nextHook
    }

    /// Hooks a delegate for an object that uses it.
    func adopt(_ delegate: HookObject, by point: DelegatePoint, for use: DelegateUse) {
        guard let real = Runtime.realClass(of: delegate) else { return }
        if point.leavesSystemDelegates, Runtime.isSystem(self.classes.base(of: real) ?? real) {
            return self.leaveAlone(delegate, point.name, "it comes with the system")
        }
        self.forgetTheDead()
        var record = self.record(of: delegate, real) ?? Record(reference: Runtime.Reference(delegate))
        let wanted = point.methods.compactMap { self.method($0, of: delegate, record) }
        guard !wanted.isEmpty else { return }
        record.methods.formUnion(wanted)
        guard self.dress(delegate, point.name, &record) else { return }
        record.uses.insert(use)
        self.records[Runtime.word(delegate)] = record
    }

    /// Notes that an object uses a delegate no more; without any that does, it gets its class back.
    func release(_ delegate: HookObject, from use: DelegateUse) {
        self.remove(Runtime.word(delegate)) { $0 == use }
    }

    /// Notes that a hook is gone.
    func releaseAll(of hook: Int) {
        for address in Array(self.records.keys) { self.remove(address) { $0.hook == hook } }
    }

    /// Notes that the hook of this name is switched off.
    func releaseAll(named name: String) {
        for (number, entry) in self.hooks where entry.hook?.point.name == name { self.releaseAll(of: number) }
    }

    /// Whether a delegate is hooked by a hook, for one object or for any.
    func isHooked(_ delegate: HookObject, by hook: Int, for source: UInt? = nil) -> Bool {
        guard let real = Runtime.realClass(of: delegate), let record = self.record(of: delegate, real) else {
            return false
        }
        return record.uses.contains { $0.hook == hook && (source == nil || $0.source == source) }
    }

    /// Whether a delegate was given methods that it lacked.
    func hasAddedMethods(_ delegate: HookObject) -> Bool {
        self.records[Runtime.word(delegate)]?.methods.contains { $0.isAdded } ?? false
    }

    // MARK: -

    /// What is known of an object; nothing of one that came to the address of another.
    private func record(of delegate: HookObject, _ real: HookClass) -> Record? {
        guard let record = self.records[Runtime.word(delegate)], let known = record.reference.object,
            Runtime.word(known) == Runtime.word(delegate),
            !self.classes.hookedSelectors(of: real).isDisjoint(with: record.methods.map(\.selector))
        else { return nil }
        return record
    }

    private func method(
        _ method: DelegatePoint.Method,
        of delegate: HookObject,
        _ record: Record
    ) -> DelegateMethod? {
        if let known = record.methods.first(where: { $0.selector == method.selector }) { return known }
        let answers = Runtime.responds(delegate, to: Runtime.selector(method.selector))
        guard answers || method.isAddedWhereMissing else { return nil }
        return DelegateMethod(selector: method.selector, types: method.types, isAdded: !answers)
    }

    /// Gives an object a class that tells of the record's methods.
    ///
    /// - Returns: whether it has one.
    private func dress(_ delegate: HookObject, _ hook: String, _ record: inout Record) -> Bool {
        guard let real = Runtime.realClass(of: delegate) else { return false }
        let hooked = self.classes.hookedSelectors(of: real)
        let lacking = record.methods.filter { !hooked.contains($0.selector) }
        guard !lacking.isEmpty else { return true }
        if self.isForeign(real, of: delegate) {
            return self.dressInPlace(delegate, real, hook, lacking)
        }
        let base: HookClass = self.classes.base(of: real) ?? real
        guard let made = self.classes.subclass(of: base, methods: record.methods),
            Runtime.instanceSize(of: made) == Runtime.instanceSize(of: real)
        else {
            self.leaveAlone(delegate, hook, "the runtime made no class for it")
            return false
        }
        Runtime.setClass(of: delegate, made)
        let unanswered = lacking.filter { method in
            method.isAdded && !Runtime.responds(delegate, to: Runtime.selector(method.selector))
        }
        guard !unanswered.isEmpty else { return true }
        // It decides by itself what it answers to, and the toolkit believes it.
        self.leaveAlone(delegate, hook, "it does not answer to the method that was added")
        record.methods.subtract(unanswered)
        Runtime.setClass(of: delegate, real)
        return record.methods.isEmpty ? false : self.dress(delegate, hook, &record)
    }

    private func dressInPlace(
        _ delegate: HookObject,
        _ real: HookClass,
        _ hook: String,
        _ methods: Set<DelegateMethod>
    ) -> Bool {
        // Others share the class: they must not answer to what they lack.
        let isSafe = methods.allSatisfy { !$0.isAdded && Runtime.method(real, Runtime.selector($0.selector)) != nil }
        guard isSafe else {
            self.leaveAlone(delegate, hook, "it is observed, and has the method from elsewhere")
            return false
        }
        return self.classes.put(methods, intoForeign: real)
    }

    /// Whether a class was made for the object at run time by somebody else, who would not know one below it again.
    private func isForeign(_ real: HookClass, of delegate: HookObject) -> Bool {
        guard self.classes.base(of: real) == nil, Runtime.isMadeAtRunTime(real),
            let reported = Runtime.reportedClass(of: delegate)
        else { return false }
        return Runtime.address(of: reported) != Runtime.address(of: real)
    }

    private func remove(_ address: UInt, where isGone: (DelegateUse) -> Bool) {
        guard var record = self.records[address] else { return }
        record.uses = record.uses.filter { !isGone($0) }
        guard record.uses.isEmpty else {
            self.records[address] = record
            return
        }
        self.records[address] = nil
        if let object = record.reference.object { self.undress(object) }
    }

    /// Gives an object its class back, unless somebody put one below ours since; then ours only passes calls on.
    private func undress(_ delegate: HookObject) {
        guard let base = Runtime.realClass(of: delegate).flatMap({ self.classes.base(of: $0) }) else { return }
        Runtime.setClass(of: delegate, base)
    }

    private func observingChanged(_ delegate: HookObject) {
        guard let real = Runtime.realClass(of: delegate) else { return }
        if var record = self.records[Runtime.word(delegate)] {
            guard self.dress(delegate, "delegate", &record) else { return }
            self.records[Runtime.word(delegate)] = record
        } else {
            self.undress(delegate)
        }
        self.classes.hideOurs(above: real)
    }

    private func called(_ delegate: HookObject, _ selector: String, _ arguments: inout HookArguments) {
        guard let record = self.records[Runtime.word(delegate)], let source = arguments.object(at: 0) else { return }
        let address = Runtime.word(source)
        for use in record.uses where use.source == address {
            self.hooks[use.hook]?.hook?.called(delegate, selector, &arguments)
        }
    }

    private func leaveAlone(_ delegate: HookObject, _ hook: String, _ reason: String) {
        let name = Runtime.className(of: delegate)
        let surprise = HookSurprise.delegateLeftAlone(className: name, reason: reason)
        self.reporter.say(HookReport(hook: hook, method: "the delegate", surprise: surprise))
    }

    /// Drops what is known of objects that are gone, now and then.
    private func forgetTheDead() {
        self.adoptions += 1
        guard self.adoptions.isMultiple(of: 64) else { return }
        self.records = self.records.filter { $0.value.reference.object != nil }
        self.hooks = self.hooks.filter { $0.value.hook != nil }
    }
}
#endif

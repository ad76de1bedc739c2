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

    private struct WeakObjects {
        weak var objects: DelegateObjects?
    }

    /// Those of all engines: they may hook one object, each by a class below the other's.
    private static var all: [WeakObjects] = []

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
            observingChanged: { [weak self] in self?.observingChanged($0) },
            observingChangedElsewhere: { [weak self] address in
                guard let object = self?.records[address]?.reference.object else { return }
                self?.observingChanged(object)
            }
        )
        Self.all.removeAll { $0.objects == nil }
        Self.all.append(WeakObjects(objects: self))
    }

    /// A number for a hook, by which its uses go.
    func enter(_ hook: DelegateHook) -> Int {
        self.nextHook += 1
        self.hooks[self.nextHook] = WeakHook(hook: hook)
        return self.nextHook
    }

    /// Hooks a delegate for an object that uses it.
    ///
    /// It is asked each time what it answers to: one that passes messages on may have another target by now.
    func adopt(_ delegate: HookObject, by point: DelegatePoint, for use: DelegateUse) {
        guard let real = Runtime.realClass(of: delegate) else { return }
        let stated: HookClass? = Runtime.ancestry(of: real).first {
            !ClassMask.isOurs($0) && !Runtime.isMadeAtRunTime($0)
        }
        if point.leavesSystemDelegates, Runtime.isSystem(stated ?? real) {
            return self.leaveAlone(delegate, point.name, "it comes with the system")
        }
        self.forgetTheDead()
        var record = self.record(of: delegate, real) ?? Record(reference: Runtime.Reference(delegate))
        let wanted = Set(point.methods.compactMap { self.method($0, of: delegate, record, point.name) })
        let asked = Set(point.methods.map(\.selector))
        let others = record.methods.filter { !asked.contains($0.selector) }
        // A method that the delegate lacks now must not be answered to by ours.
        if !record.methods.isSubset(of: others.union(wanted)) { self.undress(delegate) }
        record.methods = others.union(wanted)
        if wanted.isEmpty { record.uses.remove(use) }
        guard !record.methods.isEmpty else {
            self.records[Runtime.word(delegate)] = nil
            return
        }
        guard self.dress(delegate, point.name, &record) else { return }
        if !wanted.isEmpty { record.uses.insert(use) }
        self.records[Runtime.word(delegate)] = record
        if record.uses.isEmpty { self.remove(Runtime.word(delegate)) { _ in true } }
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

    /// Hooks again what the objects of a hook have as their delegates by now.
    func adoptAll(named name: String) {
        for entry in self.hooks.values where entry.hook?.point.name == name { entry.hook?.adoptCurrentDelegates() }
    }

    /// Whether a delegate is hooked by a hook, for one object or for any.
    func isHooked(_ delegate: HookObject, by hook: Int, for source: UInt? = nil) -> Bool {
        guard let real = Runtime.realClass(of: delegate), let record = self.record(of: delegate, real) else {
            return false
        }
        return record.uses.contains { $0.hook == hook && (source == nil || $0.source == source) }
    }

    /// Whether a delegate was given methods of a point that it lacked.
    func hasAddedMethods(_ delegate: HookObject, of point: DelegatePoint) -> Bool {
        let asked = point.methods.map(\.selector)
        return self.records[Runtime.word(delegate)]?.methods.contains { $0.isAdded && asked.contains($0.selector) }
            ?? false
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
        _ record: Record,
        _ hook: String
    ) -> DelegateMethod? {
        let known = record.methods.first { $0.selector == method.selector }
        let bare = self.answersBare(delegate, to: method.selector)
        // Where it cannot be asked without ours, what was found before holds.
        if bare == nil, let known { return known }
        let answers = bare ?? Runtime.responds(delegate, to: Runtime.selector(method.selector))
        guard answers || method.isAddedWhereMissing else { return nil }
        let found = Runtime.realClass(of: delegate).flatMap { Runtime.method($0, Runtime.selector(method.selector)) }
        if answers, let types = found.flatMap({ Runtime.types(of: $0) }),
            MethodTypes(types) != MethodTypes(method.types)
        {
            self.leaveAlone(delegate, hook, "its method '\(method.selector)' has other types than expected (\(types))")
            return nil
        }
        return DelegateMethod(selector: method.selector, types: method.types, isAdded: !answers)
    }

    /// Whether a delegate answers to a selector without a class of ours, which would answer by itself; nil where nobody
    /// can ask it without, since somebody put a class below ours.
    private func answersBare(_ delegate: HookObject, to selector: String) -> Bool? {
        guard let real = Runtime.realClass(of: delegate) else { return nil }
        guard self.classes.hookedSelectors(of: real).contains(selector) else {
            return Runtime.responds(delegate, to: Runtime.selector(selector))
        }
        guard let base = self.classes.base(of: real) else { return nil }
        Runtime.setClass(of: delegate, base)
        defer { Runtime.setClass(of: delegate, real) }
        return Runtime.responds(delegate, to: Runtime.selector(selector))
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
        guard !ClassMask.isOurs(real), Runtime.isMadeAtRunTime(real),
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
        // That may be the class of another engine, which could not take it off as long as ours was there.
        for other in Self.all.compactMap(\.objects) where other !== self && other.records[Runtime.word(delegate)] == nil
        {
            other.undress(delegate)
        }
    }

    private func observingChanged(_ delegate: HookObject) {
        if var record = self.records[Runtime.word(delegate)] {
            guard self.dress(delegate, "delegate", &record) else { return }
            self.records[Runtime.word(delegate)] = record
        } else {
            self.undress(delegate)
        }
    }

    private func called(_ delegate: HookObject, _ selector: String, _ arguments: inout HookArguments) {
        guard let record = self.records[Runtime.word(delegate)], let source = arguments.object(at: 0),
            record.methods.contains(where: { $0.selector == selector })
        else { return }
        // Another library's class may have come below ours since, and report ours.
        ClassMask.cover(delegate)
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

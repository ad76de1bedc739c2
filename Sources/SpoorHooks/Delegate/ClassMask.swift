#if canImport(ObjectiveC) || canImport(CGNUObjC)
/// Makes the classes that hooks put under objects report the app's class; for any thread, since anybody may ask.
///
/// Which class stands for which is known once for the process, as its classes are: several engines may hook one object.
enum ClassMask {
    /// A class that somebody else made: at the address of one that is gone another may come.
    private struct Known: Hashable {
        let address: UInt
        let name: String
    }

    /// Of each class of a hook's the one that it stands for; they stay for good.
    private static let bases = Guarded<[UInt: UInt]>([:])
    private static let masked = Guarded<Set<Known>>([])

    /// More classes of hooks than lie below each other.
    private static let maxLayers = 32

    /// Notes that a class stands for another, and makes it report that one.
    static func put(on holder: HookClass, standingFor base: HookClass) {
        let (address, word) = (Runtime.address(of: holder), Runtime.classWord(base))
        self.bases.withLock { $0[address] = word }
        self.put(on: holder)
    }

    /// Whether a hook made a class, of whichever engine.
    static func isOurs(_ holder: HookClass) -> Bool {
        let address = Runtime.address(of: holder)
        return self.bases.withLock { $0[address] != nil }
    }

    /// Makes the class that somebody else put below one of ours report the app's class, where an object has such a one.
    static func cover(_ object: HookObject) {
        guard let real = Runtime.realClass(of: object), !self.isOurs(real),
            Runtime.ancestry(of: real).contains(where: { self.isOurs($0) })
        else { return }
        self.put(on: real)
    }

    private static func put(on holder: HookClass) {
        let known = Known(address: Runtime.address(of: holder), name: Runtime.className(holder))
        guard self.masked.withLock({ $0.insert(known).inserted }), let types = MethodTypes("#@:"),
            let parent = Runtime.superclass(of: holder)
        else { return }
        let replacement = Replacement(
            holder: holder,
            selector: Runtime.selector("class"),
            types: types,
            previous: .inherited(from: parent),
            body: .result { self.stated($0) }
        )
        _ = replacement.put(encoding: "#@:")
    }

    /// The class that one stands for; the class itself where no hook made it.
    private static func stated(_ word: UInt) -> UInt {
        self.bases.withLock { bases in
            var word = word
            for _ in 0..<self.maxLayers {
                guard let base = bases[word] else { return word }
                word = base
            }
            return word
        }
    }
}
#endif

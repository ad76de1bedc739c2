#if canImport(ObjectiveC)
import Darwin
import ObjectiveC

/// An object as a hook sees it.
public typealias HookObject = AnyObject
typealias HookClass = AnyClass
typealias HookSelector = Selector
typealias HookMethod = Method
typealias HookImplementation = IMP
typealias HookReceiver = UnsafeMutableRawPointer

/// Apple's Objective-C runtime, as far as hooks need it; `Runtime+GNU` is the same for GNU's.
enum Runtime {
    static var isMainThread: Bool { pthread_main_np() != 0 }

    // MARK: Words

    static func object(_ word: UInt) -> HookObject? {
        UnsafeMutableRawPointer(bitPattern: word).map { Self.object(of: $0) }
    }

    static func object(of receiver: HookReceiver) -> HookObject {
        Unmanaged<AnyObject>.fromOpaque(receiver).takeUnretainedValue()
    }

    static func receiver(_ object: HookObject) -> HookReceiver { Unmanaged.passUnretained(object).toOpaque() }

    static func word(_ object: HookObject) -> UInt { UInt(bitPattern: Self.receiver(object)) }

    static func selectorName(_ word: UInt) -> String? {
        guard word != 0 else { return nil }
        return String(cString: sel_getName(unsafeBitCast(word, to: Selector.self)))
    }

    static func selectorWord(_ selector: HookSelector) -> UInt { unsafeBitCast(selector, to: UInt.self) }

    static func classWord(_ holder: HookClass) -> UInt { Self.word(holder as AnyObject) }

    static func holder(_ word: UInt) -> HookClass? { Self.object(word) as? AnyClass }

    // MARK: Classes

    static func selector(_ name: String) -> HookSelector { sel_registerName(name) }

    static func metaclass(of holder: HookClass) -> HookClass? { object_getClass(holder) }

    static func realClass(of object: HookObject) -> HookClass? { object_getClass(object) }

    static func address(of holder: HookClass) -> UInt { Self.classWord(holder) }

    static func instanceSize(of holder: HookClass) -> Int { class_getInstanceSize(holder) }

    /// Whether it comes out of no file: made at run time, as key-value observing does.
    static func isMadeAtRunTime(_ holder: HookClass) -> Bool { class_getImageName(holder) == nil }

    /// Whether it comes with the system, by the rule that paths of elements go by as well.
    static func isSystem(_ holder: HookClass) -> Bool {
        guard let image = class_getImageName(holder).map({ String(cString: $0) }) else { return false }
        return image.hasPrefix("/System/") || image.hasPrefix("/usr/lib/") || image.contains("/System/Library/")
    }

    // MARK: Methods

    static func setImplementation(
        of method: HookMethod,
        in holder: HookClass,
        _ new: HookImplementation
    ) -> HookImplementation {
        method_setImplementation(method, new)
    }

    static func addMethod(
        _ holder: HookClass,
        _ selector: HookSelector,
        _ new: HookImplementation,
        _ types: String
    ) -> Bool {
        class_addMethod(holder, selector, new, types)
    }

    /// What a class's instances do at a selector; for one they lack, the function that forwards.
    static func implementation(
        in holder: HookClass,
        _ selector: HookSelector,
        _ receiver: HookReceiver
    ) -> HookImplementation? {
        class_getMethodImplementation(holder, selector)
    }

    // MARK: References

    /// Remembers an object without keeping it.
    struct Reference {
        private(set) weak var object: HookObject?
        init(_ object: HookObject) { self.object = object }
    }
}
#endif

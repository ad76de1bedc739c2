#if !canImport(ObjectiveC) && canImport(CGNUObjC)
public import CGNUObjC
import Dispatch
import Glibc

/// An object as a hook sees it.
public typealias HookObject = UnsafeMutablePointer<objc_object>
typealias HookClass = OpaquePointer
typealias HookSelector = OpaquePointer
typealias HookMethod = OpaquePointer
typealias HookImplementation = OpaquePointer
typealias HookReceiver = UnsafeMutableRawPointer

/// GNU's Objective-C runtime, as far as hooks need it; `Runtime+Apple` is the same for Apple's.
///
/// It counts no references: whoever makes objects must keep them as long as they are somebody's delegate.
enum Runtime {
    /// Whether the main queue runs this: on Linux it may be served by any thread.
    static var isMainThread: Bool { DispatchQueue.getSpecific(key: Self.mainMark) ?? false }

    private static let mainMark: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    // MARK: Words

    static func object(_ word: UInt) -> HookObject? { HookObject(bitPattern: word) }

    static func object(of receiver: HookReceiver) -> HookObject {
        receiver.assumingMemoryBound(to: objc_object.self)
    }

    static func receiver(_ object: HookObject) -> HookReceiver { HookReceiver(object) }

    static func word(_ object: HookObject) -> UInt { UInt(bitPattern: object) }

    static func selectorWord(_ selector: HookSelector) -> UInt { UInt(bitPattern: selector) }

    static func classWord(_ holder: HookClass) -> UInt { UInt(bitPattern: holder) }

    static func holder(_ word: UInt) -> HookClass? { HookClass(bitPattern: word) }

    static func selectorName(_ word: UInt) -> String? {
        OpaquePointer(bitPattern: word).map { String(cString: sel_getName($0)) }
    }

    // MARK: Classes

    static func selector(_ name: String) -> HookSelector {
        // Nil for no name alone.
        sel_registerName(name)
    }

    static func metaclass(of holder: HookClass) -> HookClass? {
        UnsafeMutableRawPointer(holder).assumingMemoryBound(to: objc_object.self).pointee.class_pointer
    }

    static func realClass(of object: HookObject) -> HookClass? { object.pointee.class_pointer }

    static func address(of holder: HookClass) -> UInt { UInt(bitPattern: holder) }

    static func instanceSize(of holder: HookClass) -> Int { Int(class_getInstanceSize(holder)) }

    /// Whether it was made as key-value observing makes classes; the runtime does not know where one comes from.
    static func isMadeAtRunTime(_ holder: HookClass) -> Bool { Self.className(holder).hasPrefix("NSKVONotifying_") }

    /// No class comes with the system here, but those that are named so.
    static func isSystem(_ holder: HookClass) -> Bool { Self.className(holder).hasPrefix("System") }

    // MARK: Methods

    static func setImplementation(
        of method: HookMethod,
        in holder: HookClass,
        _ new: HookImplementation
    ) -> HookImplementation {
        spoor_set_implementation(holder, method, new)
    }

    static func addMethod(
        _ holder: HookClass,
        _ selector: HookSelector,
        _ new: HookImplementation,
        _ types: String
    ) -> Bool {
        // This runtime keeps the pointer to the types.
        class_addMethod(holder, selector, new, strdup(types)) != 0
    }

    /// What a class's instances do at a selector; for one they lack, the function that forwards.
    static func implementation(
        in holder: HookClass,
        _ selector: HookSelector,
        _ receiver: HookReceiver
    ) -> HookImplementation? {
        var target = objc_super()
        target.`self` = Self.object(of: receiver)
        target.super_class = holder
        return objc_msg_lookup_super(&target, selector)
    }

    // MARK: References

    /// Remembers an object without keeping it; it must not go before.
    struct Reference {
        let object: HookObject?
        init(_ object: HookObject) { self.object = object }
    }
}
#endif

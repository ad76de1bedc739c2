#if canImport(ObjectiveC) || canImport(CGNUObjC)
#if canImport(ObjectiveC)
import ObjectiveC
#elseif canImport(CGNUObjC)
import CGNUObjC
#endif

// What both runtimes have under the same name, and what is said once in terms of the others.
extension Runtime {
    static func className(_ holder: HookClass) -> String { String(cString: class_getName(holder)) }

    static func lookUpClass(_ name: String) -> HookClass? { objc_lookUpClass(name) }

    static func setClass(of object: HookObject, _ holder: HookClass) { object_setClass(object, holder) }

    static func superclass(of holder: HookClass) -> HookClass? { class_getSuperclass(holder) }

    static func makeSubclass(of parent: HookClass, named name: String) -> HookClass? {
        objc_allocateClassPair(parent, name, 0)
    }

    static func register(_ holder: HookClass) { objc_registerClassPair(holder) }

    static func method(_ holder: HookClass, _ selector: HookSelector) -> HookMethod? {
        class_getInstanceMethod(holder, selector)
    }

    static func types(of method: HookMethod) -> String? { method_getTypeEncoding(method).map { String(cString: $0) } }

    static func implementation(of method: HookMethod) -> HookImplementation { method_getImplementation(method) }

    /// More classes than stand above any.
    private static let maxAncestors = 100

    /// A class and those above it, from the bottom.
    static func ancestry(of holder: HookClass) -> [HookClass] {
        var found = [holder]
        while found.count < Self.maxAncestors, let last = found.last, let parent = Self.superclass(of: last) {
            found.append(parent)
        }
        return found
    }

    /// Whether an object's real class is this one or stands below it.
    static func isInstance(_ object: HookObject, of holder: HookClass) -> Bool {
        let wanted = Self.address(of: holder)
        var present: HookClass? = Self.realClass(of: object)
        for _ in 0..<Self.maxAncestors {
            guard let one = present else { return false }
            if Self.address(of: one) == wanted { return true }
            present = Self.superclass(of: one)
        }
        return false
    }

    /// The name of an object's real class.
    static func className(of object: HookObject) -> String {
        Self.realClass(of: object).map { Self.className($0) } ?? ""
    }

    /// The method that a class has by itself; nil where it inherits it or lacks it.
    static func ownMethod(_ holder: HookClass, _ selector: HookSelector) -> HookMethod? {
        guard let method = Self.method(holder, selector) else { return nil }
        guard let parent = Self.superclass(of: holder), let inherited = Self.method(parent, selector) else {
            return method
        }
        return method == inherited ? nil : method
    }

    /// Sends a message that takes and gives words.
    static func send(
        _ selectorName: String,
        to object: HookObject,
        _ words: HookWords = (0, 0, 0, 0),
        count: Int
    ) -> UInt {
        let selector = Self.selector(selectorName)
        let receiver = Self.receiver(object)
        guard let real = Self.realClass(of: object),
            let implementation = Self.implementation(in: real, selector, receiver)
        else { return 0 }
        return withExtendedLifetime(object) { Self.call(implementation, receiver, selector, words, count) }
    }

    /// What an object answers when asked whether it knows a selector: by itself, or by passing it on.
    static func responds(_ object: HookObject, to selector: HookSelector) -> Bool {
        let answer = Self.send("respondsToSelector:", to: object, (Self.selectorWord(selector), 0, 0, 0), count: 1)
        return UInt8(truncatingIfNeeded: answer) != 0
    }

    /// The class that an object says it is of.
    static func reportedClass(of object: HookObject) -> HookClass? {
        Self.holder(Self.send("class", to: object, count: 0))
    }
}
#endif

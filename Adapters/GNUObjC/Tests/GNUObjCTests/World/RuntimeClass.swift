import CGNUObjC
import Glibc
import SpoorHooks

/// What a method of a test's class is called with.
struct MethodCall {
    let me: HookObject
    let selector: String
    let words: [UInt]

    func object(_ index: Int) -> HookObject? { HookObject(bitPattern: self.words[index]) }
}

/// Real classes, made at run time.
enum RuntimeClass {
    typealias Body = (MethodCall) -> UInt

    private final class Box {
        let body: Body
        init(_ body: @escaping Body) { self.body = body }
    }

    /// A class below another; nil for a root.
    static func make(_ name: String, below parent: OpaquePointer?) -> OpaquePointer {
        guard let made = objc_allocateClassPair(parent, name, 0) else { fatalError("\(name) is there already") }
        objc_registerClassPair(made)
        return made
    }

    static func implementation(_ body: @escaping Body) -> OpaquePointer {
        let box = Unmanaged.passRetained(Box(body)).toOpaque()
        let made = spoor_make_implementation(
            { context, me, selector, a, b, c, d in
                guard let context, let me else { return 0 }
                let box = Unmanaged<Box>.fromOpaque(context).takeUnretainedValue()
                let name = String(cString: sel_getName(OpaquePointer(selector)))
                let object = me.assumingMemoryBound(to: objc_object.self)
                return box.body(MethodCall(me: object, selector: name, words: [a, b, c, d]))
            },
            box
        )
        guard let made else { fatalError("there are no functions left") }
        return OpaquePointer(made)
    }

    static func add(_ selector: String, _ types: String, to holder: OpaquePointer, _ body: @escaping Body) {
        let isAdded = class_addMethod(holder, sel_registerName(selector), implementation(body), strdup(types))
        if isAdded == 0 { fatalError("\(selector) is there already") }
    }

    static func metaclass(of holder: OpaquePointer) -> OpaquePointer { self.asObject(holder).pointee.class_pointer }

    static func asObject(_ holder: OpaquePointer) -> HookObject {
        UnsafeMutableRawPointer(holder).assumingMemoryBound(to: objc_object.self)
    }

    static func name(_ holder: OpaquePointer) -> String { String(cString: class_getName(holder)) }

    static func word(_ pointer: OpaquePointer) -> UInt { UInt(bitPattern: pointer) }

    static func selector(_ name: String) -> UInt { UInt(bitPattern: sel_registerName(name)) }
}

extension UnsafeMutablePointer<objc_object> {
    /// An object of a class; tests never free one, as this runtime has no weak references.
    static func make(_ holder: OpaquePointer) -> HookObject { class_createInstance(holder, 0) }

    var word: UInt { UInt(bitPattern: self) }

    /// Its real class.
    var realClass: OpaquePointer { self.pointee.class_pointer }

    /// Sends a message.
    @discardableResult
    func send(_ selector: String, _ words: UInt...) -> UInt {
        let name = sel_registerName(selector)
        let all = words + [0, 0, 0, 0]
        let implementation = UnsafeMutableRawPointer(objc_msg_lookup(self, name))
        return spoor_call(implementation, self, UnsafeRawPointer(name), all[0], all[1], all[2], all[3])
    }

    /// What it says its class is.
    var reportedClass: OpaquePointer? { OpaquePointer(bitPattern: self.send("class")) }

    func responds(to selector: String) -> Bool {
        UInt8(truncatingIfNeeded: self.send("respondsToSelector:", RuntimeClass.selector(selector))) != 0
    }
}

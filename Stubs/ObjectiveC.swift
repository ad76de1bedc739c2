// Declarations for the compiler's eyes only: the part of the Objective-C runtime that Spoor uses. See README.md.
@_exported import Foundation

public struct Selector: Hashable, @unchecked Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    var pointer: OpaquePointer  // The compiler wants exactly one stored property, as large as a pointer.
    public init(_ text: String) { fatalError() }
    public init(stringLiteral text: String) { fatalError() }
    public var description: String { fatalError() }
}

@frozen public struct ObjCBool: ExpressibleByBooleanLiteral {
    var value: Bool
    public init(_ value: Bool) { self.value = value }
    public init(booleanLiteral value: Bool) { self.value = value }
    public var boolValue: Bool { self.value }
}

// What SIL calls where a Bool crosses into Objective-C.
public func _convertBoolToObjCBool(_ value: Bool) -> ObjCBool { fatalError() }
public func _convertObjCBoolToBool(_ value: ObjCBool) -> Bool { fatalError() }

public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }
public func NSSelectorFromString(_ name: String) -> Selector { fatalError() }
public func NSStringFromSelector(_ selector: Selector) -> String { fatalError() }

// What NSObject has on Apple's platforms and lacks on Linux.
extension NSObject {
    public func responds(to selector: Selector!) -> Bool { fatalError() }
    public class func responds(to selector: Selector!) -> Bool { fatalError() }
    @discardableResult
    public class func perform(_ selector: Selector!) -> Unmanaged<AnyObject>! { fatalError() }
    @discardableResult
    public func perform(_ selector: Selector!) -> Unmanaged<AnyObject>! { fatalError() }
    @discardableResult
    public func perform(_ selector: Selector!, with object: Any!) -> Unmanaged<AnyObject>! { fatalError() }
    public func value(forKey key: String) -> Any? { fatalError() }
    public func setValue(_ value: Any?, forKey key: String) { fatalError() }
}

extension NotificationCenter {
    public func addObserver(_ observer: Any, selector: Selector, name: NSNotification.Name?, object: Any?) {}
}

// The runtime itself.
public typealias Method = OpaquePointer
public typealias IMP = OpaquePointer
public func sel_registerName(_ name: UnsafePointer<CChar>) -> Selector { fatalError() }
public func sel_getName(_ selector: Selector) -> UnsafePointer<CChar> { fatalError() }
public func objc_lookUpClass(_ name: UnsafePointer<CChar>) -> AnyClass? { fatalError() }
public func object_getClass(_ object: Any?) -> AnyClass? { fatalError() }
@discardableResult
public func object_setClass(_ object: Any?, _ new: AnyClass) -> AnyClass? { fatalError() }
public func class_getSuperclass(_ holder: AnyClass?) -> AnyClass? { fatalError() }
public func class_getName(_ holder: AnyClass?) -> UnsafePointer<CChar> { fatalError() }
public func class_getImageName(_ holder: AnyClass?) -> UnsafePointer<CChar>? { fatalError() }
public func class_getInstanceSize(_ holder: AnyClass?) -> Int { fatalError() }
public func class_getInstanceMethod(_ holder: AnyClass?, _ selector: Selector) -> Method? { fatalError() }
public func class_getMethodImplementation(_ holder: AnyClass?, _ selector: Selector) -> IMP? { fatalError() }
public func class_addMethod(
    _ holder: AnyClass?,
    _ selector: Selector,
    _ implementation: IMP,
    _ types: UnsafePointer<CChar>?
) -> Bool { fatalError() }
public func method_getImplementation(_ method: Method) -> IMP { fatalError() }
@discardableResult
public func method_setImplementation(_ method: Method, _ implementation: IMP) -> IMP { fatalError() }
public func method_getTypeEncoding(_ method: Method) -> UnsafePointer<CChar>? { fatalError() }
public func imp_implementationWithBlock(_ block: Any) -> IMP { fatalError() }
public func objc_allocateClassPair(
    _ parent: AnyClass?,
    _ name: UnsafePointer<CChar>,
    _ extraBytes: Int
) -> AnyClass? { fatalError() }
public func objc_registerClassPair(_ holder: AnyClass) { fatalError() }

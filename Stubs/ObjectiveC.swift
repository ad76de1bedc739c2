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

// The runtime. `Method`, `IMP` and the others are pointers, as in Swift's own view of it.
public typealias Method = OpaquePointer
public typealias IMP = OpaquePointer
public typealias objc_property_t = OpaquePointer
public enum objc_AssociationPolicy: UInt, Sendable {
    case OBJC_ASSOCIATION_ASSIGN = 0
    case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
    case OBJC_ASSOCIATION_COPY_NONATOMIC = 3
    case OBJC_ASSOCIATION_RETAIN = 769
    case OBJC_ASSOCIATION_COPY = 771
}

public func sel_getName(_ selector: Selector) -> UnsafePointer<CChar> { fatalError() }
public func sel_registerName(_ name: UnsafePointer<CChar>) -> Selector { fatalError() }

public func object_getClass(_ object: Any?) -> AnyClass? { fatalError() }
@discardableResult
public func object_setClass(_ object: Any?, _ type: AnyClass) -> AnyClass? { fatalError() }

public func objc_lookUpClass(_ name: UnsafePointer<CChar>) -> AnyClass? { fatalError() }
public func objc_allocateClassPair(
    _ parent: AnyClass?,
    _ name: UnsafePointer<CChar>,
    _ extraBytes: Int
) -> AnyClass? { fatalError() }
public func objc_registerClassPair(_ type: AnyClass) {}
public func class_getName(_ type: AnyClass?) -> UnsafePointer<CChar> { fatalError() }
public func class_getInstanceSize(_ type: AnyClass?) -> Int { fatalError() }
public func class_getInstanceMethod(_ type: AnyClass?, _ selector: Selector) -> Method? { fatalError() }
public func class_getMethodImplementation(_ type: AnyClass?, _ selector: Selector) -> IMP? { fatalError() }
@discardableResult
public func class_addMethod(
    _ type: AnyClass?,
    _ selector: Selector,
    _ implementation: IMP,
    _ types: UnsafePointer<CChar>?
) -> Bool { fatalError() }
public func method_getTypeEncoding(_ method: Method) -> UnsafePointer<CChar>? { fatalError() }
public func method_getImplementation(_ method: Method) -> IMP { fatalError() }
@discardableResult
public func method_setImplementation(_ method: Method, _ implementation: IMP) -> IMP { fatalError() }
public func imp_implementationWithBlock(_ block: Any) -> IMP { fatalError() }
public func class_getSuperclass(_ type: AnyClass?) -> AnyClass? { fatalError() }
public func class_getImageName(_ type: AnyClass?) -> UnsafePointer<CChar>? { fatalError() }
public func class_getProperty(_ type: AnyClass?, _ name: UnsafePointer<CChar>) -> objc_property_t? { fatalError() }
public func property_copyAttributeValue(
    _ property: objc_property_t,
    _ name: UnsafePointer<CChar>
) -> UnsafeMutablePointer<CChar>? { fatalError() }
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? { fatalError() }
public func objc_setAssociatedObject(
    _ object: Any,
    _ key: UnsafeRawPointer,
    _ value: Any?,
    _ policy: objc_AssociationPolicy
) {}

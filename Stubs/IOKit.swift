// Declarations for the compiler's eyes only: the registry that knows a Mac's serial number.
@_exported import AppleFoundation

public typealias io_object_t = UInt32
public typealias io_service_t = UInt32
public typealias mach_port_t = UInt32
public typealias kern_return_t = Int32

public let kIOMainPortDefault: mach_port_t = 0
public var kIOPlatformSerialNumberKey: String { fatalError() }

public func IOServiceMatching(_ name: UnsafePointer<CChar>!) -> CFMutableDictionary! { fatalError() }
public func IOServiceGetMatchingService(_ port: mach_port_t, _ matching: CFDictionary!) -> io_service_t {
    fatalError()
}
public func IORegistryEntryCreateCFProperty(
    _ entry: io_service_t,
    _ key: CFString!,
    _ allocator: CFAllocator!,
    _ options: UInt32
) -> Unmanaged<CFTypeRef>! { fatalError() }
@discardableResult
public func IOObjectRelease(_ object: io_object_t) -> kern_return_t { fatalError() }

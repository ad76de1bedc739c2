// Declarations for the compiler's eyes only: what Darwin has and Glibc lacks. What both have comes from Glibc.
@_exported import Glibc

public struct os_unfair_lock_s: Sendable {
    var opaque: UInt32
    public init() { fatalError() }
}

public func os_unfair_lock_lock(_ lock: UnsafeMutablePointer<os_unfair_lock_s>) {}
public func os_unfair_lock_unlock(_ lock: UnsafeMutablePointer<os_unfair_lock_s>) {}
public func os_unfair_lock_trylock(_ lock: UnsafeMutablePointer<os_unfair_lock_s>) -> Bool { fatalError() }

public var CLOCK_MONOTONIC_RAW_APPROX: clockid_t { fatalError() }
public var CLOCK_UPTIME_RAW: clockid_t { fatalError() }
public var F_FULLFSYNC: Int32 { fatalError() }
public var F_SETPROTECTIONCLASS: Int32 { fatalError() }

@discardableResult
public func sysctlbyname(
    _ name: UnsafePointer<CChar>!,
    _ old: UnsafeMutableRawPointer!,
    _ oldLength: UnsafeMutablePointer<Int>!,
    _ new: UnsafeMutableRawPointer!,
    _ newLength: Int
) -> Int32 { fatalError() }

// Its destructor gets a pointer that is never nil, unlike Glibc's.
public func pthread_key_create(
    _ key: UnsafeMutablePointer<pthread_key_t>!,
    _ destructor: (@convention(c) (UnsafeMutableRawPointer) -> Void)?
) -> Int32 { fatalError() }

// A thread is a pointer there, a number in Glibc.
public struct _opaque_pthread_t {
    var opaque: UInt
}

public func pthread_main_np() -> Int32 { fatalError() }
public func pthread_self() -> UnsafeMutablePointer<_opaque_pthread_t> { fatalError() }

extension stat {
    public var st_mtimespec: timespec { fatalError() }
    public var st_ctimespec: timespec { fatalError() }
    public var st_atimespec: timespec { fatalError() }
}

// What Glibc has and Darwin lacks.
@available(*, unavailable, message: "Darwin does not have it")
public var CLOCK_MONOTONIC_COARSE: clockid_t { fatalError() }
@available(*, unavailable, message: "Darwin does not have it")
public var CLOCK_REALTIME_COARSE: clockid_t { fatalError() }
@available(*, unavailable, message: "Darwin does not have it")
public var CLOCK_BOOTTIME: clockid_t { fatalError() }
@available(*, unavailable, message: "Darwin does not have it")
public var O_TMPFILE: Int32 { fatalError() }
@available(*, unavailable, message: "Darwin does not have it")
public var MAP_POPULATE: Int32 { fatalError() }
@available(*, unavailable, message: "Darwin does not have it")
public var MREMAP_MAYMOVE: Int32 { fatalError() }
@available(*, unavailable, message: "Darwin does not have it")
public func fallocate(_ descriptor: Int32, _ mode: Int32, _ offset: off_t, _ length: off_t) -> Int32 { fatalError() }
@available(*, unavailable, message: "Darwin does not have it")
public func posix_fallocate(_ descriptor: Int32, _ offset: off_t, _ length: off_t) -> Int32 { fatalError() }
@available(*, unavailable, message: "Darwin does not have it")
public func posix_fadvise(_ descriptor: Int32, _ offset: off_t, _ length: off_t, _ advice: Int32) -> Int32 {
    fatalError()
}
@available(*, unavailable, message: "Darwin does not have it")
public func fdatasync(_ descriptor: Int32) -> Int32 { fatalError() }
@available(*, unavailable, message: "Darwin does not have it")
public func gettid() -> pid_t { fatalError() }
@available(*, unavailable, message: "Darwin does not have it")
public func getrandom(_ buffer: UnsafeMutableRawPointer!, _ length: Int, _ flags: UInt32) -> Int { fatalError() }
@available(*, unavailable, message: "Darwin does not have it")
public func pipe2(_ descriptors: UnsafeMutablePointer<Int32>!, _ flags: Int32) -> Int32 { fatalError() }
@available(*, unavailable, message: "Darwin does not have it")
public func accept4(
    _ socket: Int32,
    _ address: UnsafeMutablePointer<sockaddr>!,
    _ length: UnsafeMutablePointer<socklen_t>!,
    _ flags: Int32
) -> Int32 { fatalError() }

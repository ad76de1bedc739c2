#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
#error("Locked needs a platform with pthread or os_unfair_lock.")
#endif

/// A value that only one thread touches at a time.
///
/// `Synchronization.Mutex` needs iOS 18; this works on every deployment target. Lock and value live behind constant
/// pointers, so that an uncontended access costs the lock alone and no dynamic exclusivity check. Not recursive: do
/// not call `withLock` of the same value inside `body`.
public final class Locked<Value>: @unchecked Sendable {  // Protected by `mutex`: `storage` is reached nowhere else.
    @usableFromInline let mutex: UnsafeMutableRawPointer
    @usableFromInline let storage: UnsafeMutablePointer<Value>

    /// Creates a lock around `value`.
    public init(_ value: sending Value) {
        self.mutex = makeMutex()
        self.storage = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        self.storage.initialize(to: value)
    }

    deinit {
        self.storage.deinitialize(count: 1)
        self.storage.deallocate()
        destroyMutex(self.mutex)
    }

    /// Runs `body` with the value while no other thread can reach it.
    ///
    /// Keep `body` short, and call nothing in it that may take another lock.
    @inlinable
    public func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure)
        -> Result
    {
        lockMutex(self.mutex)
        defer { unlockMutex(self.mutex) }
        return try body(&self.storage.pointee)
    }
}

#if canImport(Darwin)
private typealias Mutex = os_unfair_lock_s
#else
private typealias Mutex = pthread_mutex_t
#endif

private func makeMutex() -> UnsafeMutableRawPointer {
    let mutex = UnsafeMutablePointer<Mutex>.allocate(capacity: 1)
    mutex.initialize(to: Mutex())
    #if !canImport(Darwin)
    pthread_mutex_init(mutex, nil)
    #endif
    return UnsafeMutableRawPointer(mutex)
}

private func destroyMutex(_ pointer: UnsafeMutableRawPointer) {
    let mutex = pointer.assumingMemoryBound(to: Mutex.self)
    #if !canImport(Darwin)
    pthread_mutex_destroy(mutex)
    #endif
    mutex.deallocate()
}

@usableFromInline
func lockMutex(_ pointer: UnsafeMutableRawPointer) {
    #if canImport(Darwin)
    os_unfair_lock_lock(pointer.assumingMemoryBound(to: Mutex.self))
    #else
    _ = pthread_mutex_lock(pointer.assumingMemoryBound(to: Mutex.self))
    #endif
}

@usableFromInline
func unlockMutex(_ pointer: UnsafeMutableRawPointer) {
    #if canImport(Darwin)
    os_unfair_lock_unlock(pointer.assumingMemoryBound(to: Mutex.self))
    #else
    _ = pthread_mutex_unlock(pointer.assumingMemoryBound(to: Mutex.self))
    #endif
}

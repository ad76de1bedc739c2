#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
#error("The thread's scratch buffer needs pthread keys.")
#endif

extension ByteWriter {
    /// Calls `body` with an empty buffer that this thread keeps for the next call.
    ///
    /// A call inside `body` gets a buffer of its own. A buffer that grew beyond 64 KiB is given back at the end, so that
    /// one large event does not hold memory on every thread for good.
    public static func withThreadScratch<Result, Failure: Error>(
        _ body: (inout ByteWriter) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var writer = takeScratch() ?? ByteWriter(capacity: Scratch.startCapacity)
        do {
            let result = try body(&writer)
            returnScratch(writer)
            return result
        } catch {
            returnScratch(writer)
            throw error
        }
    }
}

/// What one thread keeps; `base` is nil while the buffer is in use.
private struct Scratch {
    static let startCapacity = 4096
    static let keptCapacity = 64 * 1024

    var base: UnsafeMutablePointer<UInt8>?
    var capacity: Int
}

/// The key under which each thread keeps its `Scratch`; nil when the process has no key left.
private let scratchKey: pthread_key_t? = {
    var key = pthread_key_t()
    let code = pthread_key_create(&key) { value in
        freeScratch(value)
    }
    return code == 0 ? key : nil
}()

#if canImport(Darwin)
private func freeScratch(_ value: UnsafeMutableRawPointer) {
    let scratch = value.assumingMemoryBound(to: Scratch.self)
    scratch.pointee.base?.deallocate()
    scratch.deallocate()
}
#else
private func freeScratch(_ value: UnsafeMutableRawPointer?) {
    guard let scratch = value?.assumingMemoryBound(to: Scratch.self) else { return }
    scratch.pointee.base?.deallocate()
    scratch.deallocate()
}
#endif

private func takeScratch() -> ByteWriter? {
    guard let key = scratchKey, let value = pthread_getspecific(key) else { return nil }
    let scratch = value.assumingMemoryBound(to: Scratch.self)
    guard let base = scratch.pointee.base else { return nil }
    scratch.pointee.base = nil
    return ByteWriter(adopting: base, capacity: scratch.pointee.capacity)
}

private func returnScratch(_ writer: consuming ByteWriter) {
    guard writer.capacity <= Scratch.keptCapacity, let key = scratchKey else { return }
    let scratch: UnsafeMutablePointer<Scratch>
    if let value = pthread_getspecific(key) {
        scratch = value.assumingMemoryBound(to: Scratch.self)
    } else {
        scratch = .allocate(capacity: 1)
        scratch.initialize(to: Scratch(base: nil, capacity: 0))
        guard pthread_setspecific(key, scratch) == 0 else {
            scratch.deallocate()
            return
        }
    }
    guard scratch.pointee.base == nil else { return }
    let memory = writer.release()
    scratch.pointee = Scratch(base: memory.base, capacity: memory.capacity)
}

/// A growing buffer of bytes that owns its memory.
///
/// The encoder of the hot path: no array, no reference count, no zeroing. It is not copyable; give it on as `inout`.
/// For short-lived use take ``withThreadScratch(_:)``, which keeps one buffer per thread.
public struct ByteWriter: ~Copyable {
    @usableFromInline var base: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int

    /// The number of bytes written.
    public private(set) var count: Int

    /// Creates an empty buffer with room for `capacity` bytes.
    public init(capacity: Int = 256) {
        self.capacity = max(capacity, 16)
        self.base = .allocate(capacity: self.capacity)
        self.count = 0
    }

    /// Takes over memory that was given out by ``ByteWriter/release()``.
    init(adopting base: UnsafeMutablePointer<UInt8>, capacity: Int) {
        self.base = base
        self.capacity = capacity
        self.count = 0
    }

    deinit {
        self.base.deallocate()
    }

    /// Gives the memory to the caller, who must deallocate or adopt it.
    consuming func release() -> (base: UnsafeMutablePointer<UInt8>, capacity: Int) {
        let memory = (self.base, self.capacity)
        discard self
        return memory
    }

    /// Forgets the bytes; the memory is kept for the next ones unless told otherwise.
    public mutating func removeAll(keepingCapacity: Bool = true) {
        self.count = 0
        guard !keepingCapacity else { return }
        self.base.deallocate()
        self.capacity = 16
        self.base = .allocate(capacity: 16)
    }

    /// Forgets the bytes after the first `count`, so that a caller can take back what it began to write.
    public mutating func truncate(to count: Int) {
        self.count = min(max(count, 0), self.count)
    }

    /// Calls `body` with the bytes; they must not be used after it returns.
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: self.base, count: self.count))
    }

    /// The bytes as an array, copied.
    public var bytes: [UInt8] { Array(UnsafeBufferPointer(start: self.base, count: self.count)) }

    /// The bytes as text, with anything that is not UTF-8 repaired.
    public var text: String {
        String(decoding: UnsafeBufferPointer(start: self.base, count: self.count), as: UTF8.self)
    }

    /// Appends one byte.
    @inline(__always)
    public mutating func append(byte: UInt8) {
        self.reserve(1)[0] = byte
        self.count &+= 1
    }

    /// Appends the bytes of a literal.
    public mutating func append(_ text: StaticString) {
        if text.hasPointerRepresentation {
            let count = text.utf8CodeUnitCount
            self.reserve(count).update(from: text.utf8Start, count: count)
            self.count &+= count
        } else {
            text.withUTF8Buffer { self.append(bytes: UnsafeRawBufferPointer($0)) }
        }
    }

    /// Appends bytes.
    public mutating func append(bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        UnsafeMutableRawPointer(self.reserve(bytes.count)).copyMemory(from: source, byteCount: bytes.count)
        self.count &+= bytes.count
    }

    /// Appends bytes.
    public mutating func append(bytes: [UInt8]) {
        bytes.withUnsafeBytes { self.append(bytes: $0) }
    }

    /// Appends text as UTF-8, without quotes or escapes.
    public mutating func append(utf8 text: String) {
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
            self.append(bytes: UnsafeRawBufferPointer($0))
        }
        guard isDone == nil else { return }
        var native = text  // A bridged string has no contiguous storage until it is copied.
        native.withUTF8 { self.append(bytes: UnsafeRawBufferPointer($0)) }
    }

    /// Makes room for `extra` more bytes, and gives the place where they go; follow with ``advance(by:)``.
    @inline(__always)
    mutating func reserve(_ extra: Int) -> UnsafeMutablePointer<UInt8> {
        if self.capacity &- self.count < extra { self.grow(extra) }
        return self.base + self.count
    }

    /// Counts `extra` bytes that were written to the place ``reserve(_:)`` gave.
    @inline(__always)
    mutating func advance(by extra: Int) { self.count &+= extra }

    @inline(never)
    private mutating func grow(_ extra: Int) {
        let capacity = max(self.capacity * 2, self.count + extra)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: self.base, count: self.count)
        self.base.deallocate()
        self.base = larger
        self.capacity = capacity
    }
}

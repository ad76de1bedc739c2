import Foundation

/// Bytes on the heap that are freed with their last owner, so that a request's body is never copied.
public final class ByteBlock: @unchecked Sendable {
    // Immutable after creation, which is what makes it safe to share.
    private let start: UnsafeMutableRawPointer?

    /// How many bytes there are.
    public let count: Int

    /// Takes over memory that came from `malloc`.
    public init(owning start: UnsafeMutableRawPointer?, count: Int) {
        self.start = start
        self.count = start == nil ? 0 : count
    }

    /// Copies some bytes.
    public convenience init(copying bytes: UnsafeRawBufferPointer) {
        let start = malloc(max(bytes.count, 1))
        if let start, let base = bytes.baseAddress { memcpy(start, base, bytes.count) }
        self.init(owning: start, count: bytes.count)
    }

    /// Copies some bytes.
    public convenience init(_ bytes: [UInt8]) {
        let start = malloc(max(bytes.count, 1))
        if let start { bytes.withUnsafeBytes { UnsafeMutableRawPointer(start).copyMemory(from: $0) } }
        self.init(owning: start, count: bytes.count)
    }

    deinit {
        free(self.start)
    }

    /// The bytes, valid while this block lives.
    public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: self.start, count: self.count) }
}

extension UnsafeMutableRawPointer {
    fileprivate func copyMemory(from bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress else { return }
        self.copyMemory(from: base, byteCount: bytes.count)
    }
}

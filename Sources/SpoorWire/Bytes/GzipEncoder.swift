import CZlib

/// A gzip compressor that is made once and used for many streams.
///
/// Setting up a compressor costs more than compressing a small batch, so it is kept and reset. Confined to one thread at
/// a time; its owner sees to that.
public final class GzipEncoder {
    // `deflateInit` stores the address of the stream, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private var isReady: Bool

    /// Creates a compressor of level 0 (none) to 9 (smallest); 1 suits event batches best.
    public init(level: Int32 = 1) {
        self.stream = .allocate(capacity: 1)
        self.stream.initialize(to: z_stream())
        self.isReady = spoor_deflate_init(self.stream, min(max(level, 0), 9), 15 + 16) == Z_OK
    }

    deinit {
        deflateEnd(self.stream)
        self.stream.deallocate()
    }

    /// Compresses `bytes` as one whole stream onto the end of `writer`; false when there is no memory.
    @discardableResult
    public func compress(_ bytes: UnsafeRawBufferPointer, into writer: inout ByteWriter) -> Bool {
        self.append(bytes, into: &writer) && self.finish(into: &writer)
    }

    /// Compresses more bytes of the current stream; what is ready goes onto the end of `writer`.
    @discardableResult
    public func append(_ bytes: UnsafeRawBufferPointer, into writer: inout ByteWriter) -> Bool {
        guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return self.isReady }
        var done = 0
        while done < bytes.count {
            // zlib counts in 32 bits.
            let part = min(bytes.count - done, 1 << 30)
            self.stream.pointee.next_in = UnsafeMutablePointer(mutating: base + done)
            self.stream.pointee.avail_in = UInt32(part)
            guard self.run(Z_NO_FLUSH, into: &writer) else { return false }
            done += part
        }
        return true
    }

    /// Ends the current stream; the next bytes begin a new one.
    @discardableResult
    public func finish(into writer: inout ByteWriter) -> Bool {
        self.stream.pointee.next_in = nil
        self.stream.pointee.avail_in = 0
        let isDone = self.run(Z_FINISH, into: &writer)
        self.reset()
        return isDone
    }

    /// Forgets the stream that was begun.
    public func reset() {
        guard self.isReady else { return }
        self.isReady = deflateReset(self.stream) == Z_OK
    }

    private func run(_ flush: Int32, into writer: inout ByteWriter) -> Bool {
        guard self.isReady else { return false }
        while true {
            let room = max(512, min(Int(self.stream.pointee.avail_in) / 4, 1 << 20))
            self.stream.pointee.next_out = writer.reserve(room)
            self.stream.pointee.avail_out = UInt32(room)
            let code = deflate(self.stream, flush)
            writer.advance(by: room - Int(self.stream.pointee.avail_out))
            if code == Z_STREAM_END { return true }
            // Z_BUF_ERROR says only that there was nothing to do.
            guard code == Z_OK || code == Z_BUF_ERROR else { return false }
            if self.stream.pointee.avail_out > 0 { return flush == Z_NO_FLUSH }
        }
    }
}

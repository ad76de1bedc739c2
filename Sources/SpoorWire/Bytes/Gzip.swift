import CZlib

/// Compression of whole byte buffers.
public enum Gzip {
    /// Compresses bytes at a level of 0 to 9; nil only when there is no memory.
    public static func compress(_ bytes: UnsafeRawBufferPointer, level: Int32 = 1) -> [UInt8]? {
        var writer = ByteWriter(capacity: bytes.count / 4 + 64)
        guard GzipEncoder(level: level).compress(bytes, into: &writer) else { return nil }
        return writer.bytes
    }

    /// Compresses bytes; see the form over a buffer.
    public static func compress(_ bytes: [UInt8], level: Int32 = 1) -> [UInt8]? {
        bytes.withUnsafeBytes { self.compress($0, level: level) }
    }

    /// Inflates a gzip or zlib stream, or several gzip streams one behind the other.
    ///
    /// - Parameters:
    ///   - bytes: The compressed bytes.
    ///   - limit: The most bytes that may come out; a small body must not fill the memory.
    /// - Returns: The inflated bytes.
    /// - Throws: ``GzipError`` for damaged or cut bytes and beyond the limit.
    public static func decompress(_ bytes: UnsafeRawBufferPointer, limit: Int) throws(GzipError) -> [UInt8] {
        var writer = ByteWriter(capacity: min(max(limit, 0), max(bytes.count * 6, 1024)) + 1)
        try self.decompress(bytes, limit: limit, into: &writer)
        return writer.bytes
    }

    /// Inflates bytes; see the form over a buffer.
    public static func decompress(_ bytes: [UInt8], limit: Int) throws(GzipError) -> [UInt8] {
        try bytes.withUnsafeBufferPointer { buffer throws(GzipError) in
            try self.decompress(UnsafeRawBufferPointer(buffer), limit: limit)
        }
    }

    /// Inflates onto the end of `writer`, so that the memory can be used again for the next body.
    ///
    /// - Parameters:
    ///   - bytes: The compressed bytes.
    ///   - limit: The most bytes that may come out.
    ///   - writer: Gets the inflated bytes; on an error, those that came out before it.
    /// - Throws: ``GzipError`` for damaged or cut bytes and beyond the limit.
    public static func decompress(
        _ bytes: UnsafeRawBufferPointer,
        limit: Int,
        into writer: inout ByteWriter
    ) throws(GzipError) {
        guard let base = bytes.baseAddress, bytes.count > 0 else { throw GzipError(fault: .cut) }
        guard UInt32(exactly: bytes.count) != nil else { throw GzipError(fault: .tooLarge(limit: limit)) }
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer { stream.deallocate() }
        // 32: the header tells gzip from zlib.
        guard spoor_inflate_init(stream, 15 + 32) == Z_OK else { throw GzipError(fault: .memory) }
        defer { inflateEnd(stream) }
        stream.pointee.next_in = UnsafeMutablePointer(mutating: base.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(bytes.count)
        try self.run(stream, limit: limit, into: &writer)
    }

    private static func run(
        _ stream: UnsafeMutablePointer<z_stream>,
        limit: Int,
        into writer: inout ByteWriter
    ) throws(GzipError) {
        let start = writer.count
        while true {
            // One byte of room beyond the limit shows whether there is more.
            let left = limit - (writer.count - start)
            guard left >= 0 else { throw GzipError(fault: .tooLarge(limit: limit)) }
            let room = min(left + 1, max(4096, min(writer.capacity - writer.count, 1 << 24)))
            stream.pointee.next_out = writer.reserve(room)
            stream.pointee.avail_out = UInt32(room)
            let code = inflate(stream, Z_NO_FLUSH)
            writer.advance(by: room - Int(stream.pointee.avail_out))
            guard writer.count - start <= limit else { throw GzipError(fault: .tooLarge(limit: limit)) }
            switch code {
            case Z_STREAM_END:
                // Bytes behind the end are another gzip stream, or padding that nobody needs.
                guard stream.pointee.avail_in > 1, stream.pointee.next_in[0] == 0x1F,
                    stream.pointee.next_in[1] == 0x8B, inflateReset(stream) == Z_OK
                else { return }
            case Z_OK:
                continue
            case Z_BUF_ERROR:
                throw GzipError(fault: .cut)
            case Z_MEM_ERROR:
                throw GzipError(fault: .memory)
            default:
                throw GzipError(fault: .damaged)
            }
        }
    }
}

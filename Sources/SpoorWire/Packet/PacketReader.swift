/// Reads big-endian numbers and runs of bytes, and never beyond the end.
struct PacketReader {
    let bytes: UnsafeRawBufferPointer
    private(set) var position = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// How many bytes are left.
    var left: Int { self.bytes.count - self.position }

    /// What was read so far.
    var done: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: self.bytes[..<self.position]) }

    mutating func integer<Integer: FixedWidthInteger & UnsignedInteger>(
        _ type: Integer.Type
    ) throws(PacketError) -> Integer {
        let place = try self.take(MemoryLayout<Integer>.size)
        return Integer(bigEndian: place.loadUnaligned(as: Integer.self))
    }

    mutating func take(_ count: Int) throws(PacketError) -> UnsafeRawBufferPointer {
        guard count <= self.left else { throw PacketError(fault: .truncated(needed: count, found: self.left)) }
        defer { self.position += count }
        return UnsafeRawBufferPointer(rebasing: self.bytes[self.position..<self.position + count])
    }
}

extension ByteWriter {
    /// Appends a number with its highest byte first.
    mutating func append<Integer: FixedWidthInteger & UnsignedInteger>(bigEndian number: Integer) {
        withUnsafeBytes(of: number.bigEndian) { self.append(bytes: $0) }
    }
}

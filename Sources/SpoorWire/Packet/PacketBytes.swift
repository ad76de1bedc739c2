import CZlib

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
#error("The search for line breaks needs memchr.")
#endif

/// The few operations over whole buffers that packets need, each by the library's fast routine.
enum PacketBytes {
    static let lineBreak = UInt8(ascii: "\n")

    /// The place of the first line break at or behind `start`.
    static func lineBreak(in bytes: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
        guard let base = bytes.baseAddress, start < bytes.count,
            let found = memchr(base + start, Int32(self.lineBreak), bytes.count - start)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }

    static func equal(_ bytes: UnsafeRawBufferPointer, _ text: StaticString) -> Bool {
        guard let base = bytes.baseAddress, bytes.count == text.utf8CodeUnitCount else { return false }
        return memcmp(base, text.utf8Start, bytes.count) == 0
    }

    /// The checksum of gzip and zip (CRC-32, reflected 0xEDB88320).
    static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var value = crc32(0, nil, 0)
        var done = 0
        while let base = bytes.baseAddress, done < bytes.count {
            let part = min(bytes.count - done, 1 << 30)
            value = crc32(value, base.assumingMemoryBound(to: UInt8.self) + done, UInt32(part))
            done += part
        }
        return UInt32(truncatingIfNeeded: value)
    }

    /// How many bytes the checksum at the end of a packet takes.
    static let checksumCount = 4

    /// Compares the last four bytes with the checksum of all before them.
    static func verifyChecksum(_ bytes: UnsafeRawBufferPointer) throws(PacketError) {
        let end = bytes.count - self.checksumCount
        guard end >= 0 else { throw PacketError(fault: .truncated(needed: self.checksumCount, found: bytes.count)) }
        let expected = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: end, as: UInt32.self))
        let computed = self.checksum(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
        guard expected == computed else {
            throw PacketError(fault: .checksum(expected: expected, computed: computed))
        }
    }
}

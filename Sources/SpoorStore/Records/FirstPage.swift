import SpoorSQLite

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
#error("SpoorStore needs a C library that it knows")
#endif

/// The first page of the database: SQLite's header, and behind it the schema.
///
/// A single changed byte of it can keep every row away, make the file read-only, or have another table's rows read. So
/// it is looked at before SQLite sees it, and made anew where it is damaged: all that it holds is known.
struct FirstPage: Equatable {
    /// Bytes of SQLite's header.
    static let headerSize = 100
    /// Bytes of a page.
    static let size = ConnectionConfiguration().pageSize
    private static let magic = Array("SQLite format 3\0".utf8)
    /// What is reserved in each page, and three fractions that SQLite never changes.
    private static let constants: [UInt8] = [0, 64, 32, 32]

    private(set) var bytes: [UInt8]

    /// The number of migrations that the database has gone through, as the header tells it; -1 where it is cut off.
    var version: Int { self.bytes.count < Self.headerSize ? -1 : Int(Int32(bitPattern: self.number(at: 60))) }

    /// What is wrong with the header; nil where SQLite can rely on it.
    var problem: String? {
        guard self.bytes.count >= Self.headerSize else { return "its header is cut off" }
        guard self.bytes.starts(with: Self.magic) else { return "it does not begin as a database" }
        let pageSize = Int(self.bytes[16]) << 8 | Int(self.bytes[17])
        guard pageSize >= 512, pageSize & (pageSize - 1) == 0 else { return "its header has no size of a page" }
        let versions = self.bytes[18...19]
        guard versions.allSatisfy({ (1...2).contains($0) }), self.bytes[20..<24].elementsEqual(Self.constants) else {
            return "its header is of another format"
        }
        guard (0...RecordStore.migrations.count).contains(self.version) else { return "its header has no version" }
        // Before the first table they are not set yet.
        let isEmpty = self.version == 0
        let (format, encoding) = (self.number(at: 44), self.number(at: 56))
        guard format == 4 || isEmpty && format == 0, encoding == 1 || isEmpty && encoding == 0 else {
            return "its header names another format of rows"
        }
        guard self.number(at: 64) == (self.number(at: 52) > 0 ? 1 : 0) else { return "its header vacuums otherwise" }
        guard self.bytes[68..<92].allSatisfy({ $0 == 0 }) else { return "its header is not empty where it must be" }
        return nil
    }

    /// Reads the first page of a file.
    ///
    /// - Returns: nil where there is no file; no bytes where it is empty.
    static func read(_ path: String) throws(PosixError) -> Self? {
        guard try Posix.exists(path) else { return nil }
        let file = try Posix.open(path, O_RDONLY)
        defer { Posix.closeDescriptor(file) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.size, alignment: 16)
        defer { buffer.deallocate() }
        let count = try Posix.readAll(file, into: buffer, at: 0)
        return Self(bytes: Array(buffer.prefix(count)))
    }

    /// Looks at a database's header before SQLite opens it.
    ///
    /// - Throws: `SQLiteError` of corruption where it is damaged.
    static func check(_ path: String) throws {
        // Where a transaction was cut off, SQLite first puts the page back.
        guard try !Posix.exists(path + "-journal"), let page = try Self.read(path), let problem = page.problem
        else { return }
        // SQLite would remove the log of an empty file; without one, the file is a new one.
        guard try !page.bytes.isEmpty || Posix.stamp(of: path + "-wal").size > 0 else { return }
        throw SQLiteError(code: 26, message: problem)
    }

    /// Writes the header, and where asked for the whole page, over that of a damaged file.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - isWhole: whether the schema is written, too.
    /// - Throws: `PosixError` where it cannot be written now.
    func write(to path: String, isWhole: Bool) throws {
        let file = try Posix.open(path, O_RDWR)
        defer { Posix.closeDescriptor(file) }
        var page = self
        // A log may lie beside it; the list of free pages is of no use to a reader.
        page.bytes.replaceSubrange(18..<20, with: [2, 2])
        page.set(UInt32(clamping: try Posix.fileSize(file) / Self.size), at: 28)
        for offset in [32, 36] { page.set(0, at: offset) }
        page.set(page.number(at: 24), at: 92)
        let written = isWhole ? page.bytes[...] : page.bytes.prefix(Self.headerSize)
        try Array(written).withUnsafeBytes { try Posix.writeAll(file, $0, at: 0) }
    }

    private func number(at offset: Int) -> UInt32 {
        self.bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    private mutating func set(_ number: UInt32, at offset: Int) {
        for place in 0..<4 { self.bytes[offset + place] = UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * place)) }
    }
}

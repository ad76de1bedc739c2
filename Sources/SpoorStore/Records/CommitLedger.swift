import CSpoor

/// What the database has committed, noted beside it: a database whose log was cut looks like an older one, and cannot
/// tell by itself.
///
/// The note is a mapped file, so that it costs no call of the system, and survives the end of the process. It has two
/// places that are written in turn, each with a checksum: one of them is whole at any moment. A note that cannot be read or
/// made says nothing, and then nothing is noticed.
final class CommitLedger {
    static let fileName = "records.ledger"

    private let path: String
    private let files: any SegmentFiles
    private var base: UnsafeMutablePointer<UInt8>?
    private var generation: UInt64 = 0
    /// The note as it stands; nil where there is none.
    private(set) var stock: RecordStock?

    /// - Parameters:
    ///   - folder: the queue's folder.
    ///   - files: where the note lies.
    init(folder: String, files: any SegmentFiles) {
        self.path = "\(folder)/\(Self.fileName)"
        self.files = files
        self.read()
    }

    deinit {
        if let base = self.base { self.files.unmap(base, bytes: Self.fileBytes) }
    }

    /// Notes what has been committed.
    ///
    /// Call it after the commit and before the journal gives the records back: then the note never says more than was
    /// committed, and what it does not say yet is still in the journal.
    func write(_ stock: RecordStock) {
        guard stock != self.stock || self.base == nil else { return }
        self.stock = stock
        if self.base == nil { self.map() }
        guard let base = self.base else { return }
        self.generation += 1
        let place = UnsafeMutableRawPointer(base) + Int(self.generation % 2) * Self.placeBytes
        var words: [UInt64] = [self.generation, stock.last, UInt64(max(0, stock.total)), stock.floor]
        words.reserveCapacity(words.count + 2 * stock.lots.count)
        for lot in stock.lots { words += [lot.through, UInt64(lot.left)] }
        let count = UInt32(words.count)
        words.withUnsafeBytes { words in
            (place + Self.headBytes).copyMemory(
                from: words.baseAddress ?? UnsafeRawPointer(base),
                byteCount: words.count
            )
        }
        place.storeBytes(of: Self.magic, as: UInt32.self)
        place.storeBytes(of: Self.version, toByteOffset: 4, as: UInt32.self)
        place.storeBytes(of: count, toByteOffset: 8, as: UInt32.self)
        place.storeBytes(of: Self.checksum(place, words: count), toByteOffset: 12, as: UInt32.self)
    }

    /// Lets go of a file that is not the folder's any more; the next note makes a new one.
    func renew() {
        if let base = self.base { self.files.unmap(base, bytes: Self.fileBytes) }
        self.base = nil
    }

    private func map() {
        if (try? self.files.size(self.path)) == Self.fileBytes {
            self.base = try? self.files.map(self.path, bytes: Self.fileBytes)
        } else {
            try? self.files.remove(self.path)
            self.base = try? self.files.create(self.path, bytes: Self.fileBytes)
        }
    }

    private func read() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.fileBytes, alignment: 8)
        defer { buffer.deallocate() }
        guard let base = buffer.baseAddress,
            (try? self.files.read(self.path, into: buffer, at: 0)) == Self.fileBytes
        else { return }
        for number in 0..<2 { self.take(UnsafeRawPointer(base) + number * Self.placeBytes) }
    }

    /// Takes the note of one place, where it is whole and the newer one.
    private func take(_ place: UnsafeRawPointer) {
        let count = place.load(fromByteOffset: 8, as: UInt32.self)
        guard place.load(as: UInt32.self) == Self.magic,
            place.load(fromByteOffset: 4, as: UInt32.self) == Self.version,
            count >= 4, count % 2 == 0, count <= 4 + 2 * RecordStock.mostLots,
            place.load(fromByteOffset: 12, as: UInt32.self) == Self.checksum(place, words: count)
        else { return }
        func word(_ index: Int) -> UInt64 { place.load(fromByteOffset: Self.headBytes + 8 * index, as: UInt64.self) }
        guard word(0) > self.generation else { return }
        self.generation = word(0)
        self.stock = RecordStock(
            last: word(1),
            total: Self.count(word(2)),
            floor: word(3),
            lots: stride(from: 4, to: Int(count), by: 2).map { index in
                RecordStock.Lot(through: word(index), left: Self.count(word(index + 1)))
            }
        )
    }

    /// A number in a range where no sum of them overflows.
    private static func count(_ word: UInt64) -> Int { Int(clamping: min(word, 1 << 31)) }

    private static func checksum(_ place: UnsafeRawPointer, words count: UInt32) -> UInt32 {
        spoor_crc32c(spoor_crc32c(0, place, 12), place + Self.headBytes, 8 * Int(count))
    }

    private static let magic: UInt32 = 0x474c_5053
    private static let version: UInt32 = 1
    private static let headBytes = 16
    private static let placeBytes = 8_192
    private static let fileBytes = 2 * placeBytes
}

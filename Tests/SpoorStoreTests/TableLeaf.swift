import SpoorTesting

/// A page of a database that holds rows of a table.
///
/// Such a page has 0x0D, the number of its rows at 3, and from 8 on where each of them begins: with its length and its
/// key, both as variable integers.
struct TableLeaf {
    static let pageBytes = 16_384

    /// Where the page begins.
    let start: Int
    let keys: [Int64]

    /// The pages whose first key is above a number, in the order of their keys.
    static func all(in bytes: [UInt8], above smallest: Int64) -> [Self] {
        let starts = stride(from: 0, to: bytes.count, by: Self.pageBytes).filter { bytes[$0] == 0x0D }
        return starts.map { start in
            Self(start: start, keys: Self.places(in: bytes, start).map { Self.key(in: bytes, $0).value })
        }.filter { ($0.keys.first ?? 0) > smallest }.sorted { $0.keys[0] < $1.keys[0] }
    }

    /// Where the rows of a page begin.
    private static func places(in bytes: [UInt8], _ start: Int) -> [Int] {
        (0..<Self.short(bytes, start + 3)).map { start + Self.short(bytes, start + 8 + 2 * $0) }
    }

    private static func short(_ bytes: [UInt8], _ place: Int) -> Int { Int(bytes[place]) << 8 | Int(bytes[place + 1]) }

    /// The key of a row, and where its bytes stand.
    private static func key(in bytes: [UInt8], _ row: Int) -> (value: Int64, places: Range<Int>) {
        var place = row
        repeat { place += 1 } while bytes[place - 1] & 0x80 != 0
        let first = place
        var value: Int64 = 0
        repeat {
            value = value << 7 | Int64(bytes[place] & 0x7F)
            place += 1
        } while bytes[place - 1] & 0x80 != 0
        return (value, first..<place)
    }

    /// Gives a row the largest or the smallest key that has as many bytes.
    func changeKey(of row: Int, in bytes: inout [UInt8], toLargest isLargest: Bool) {
        let places = Self.key(in: bytes, Self.places(in: bytes, self.start)[row]).places
        for place in places { bytes[place] = bytes[place] & 0x80 | (isLargest ? 0x7F : 0) }
    }
}

/// Which of the pages with rows are made unreadable.
enum Holes: String, CaseIterable, Sendable {
    case first, middle, last, ends, everySecond, allButOne, heap, all

    /// Spoils them, by the byte that says what kind of page it is.
    ///
    /// - Returns: the keys in the others.
    func spoil(_ leaves: [TableLeaf], in bytes: inout [UInt8], _ random: inout SeededGenerator) -> [Int64] {
        let spoiled = self.pages(of: leaves.count, &random)
        for index in spoiled { bytes[leaves[index].start] = 0xEE }
        return leaves.indices.filter { !spoiled.contains($0) }.flatMap { leaves[$0].keys }
    }

    private func pages(of count: Int, _ random: inout SeededGenerator) -> Set<Int> {
        switch self {
        case .first: [0]
        case .middle: [count / 2]
        case .last: [count - 1]
        case .ends: [0, count - 1]
        case .everySecond: Set(stride(from: 0, to: count, by: 2))
        case .allButOne: Set(0..<count).subtracting([count / 3])
        case .heap: Set((0..<count / 2).map { _ in random.below(count) })
        case .all: Set(0..<count)
        }
    }
}

import Foundation
import SpoorTesting

/// What was done to a file, and how many events it may cost at most.
struct Damage: CustomStringConvertible {
    var description: String
    /// The most events that may be missing for it, where the file is a journal or a database.
    var mostLost: Int
    /// Whether a reader can tell: zeros look like a journal's unused end.
    var isTelling = true
    /// Whether nothing that was there was touched.
    var isAddition = false

    /// Changes random places of a file: cuts it, adds to it, or writes zeros or other bytes over a part.
    @discardableResult
    static func inflict(on path: String, _ random: inout SeededGenerator) throws -> Damage {
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        guard !bytes.isEmpty else { return Damage(description: "empty", mostLost: 0) }
        let before = bytes
        let events = Self.events(in: bytes)
        var damage: Damage
        switch random.below(5) {
        case 0:
            let start = random.below(bytes.count)
            bytes.removeSubrange(start...)
            damage = Damage(description: "cut at \(start)", mostLost: Self.count(events, start..<Int.max))
        case 1:
            bytes += (0..<random.below(5_000)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            damage = Damage(description: "longer", mostLost: 0, isAddition: true)
        case 2:
            let start = random.below(bytes.count)
            let end = min(bytes.count, start + random.below(9_000))
            for index in start..<end { bytes[index] = 0 }
            damage = Damage(description: "zeros at \(start)..<\(end)", mostLost: Self.count(events, start..<end))
            damage.isTelling = false
        default:
            let places = random.below(64) + 1
            for _ in 0..<places { bytes[random.below(bytes.count)] ^= UInt8(1 + random.below(255)) }
            // Each place lies in one record.
            damage = Damage(description: "\(places) flipped", mostLost: places)
        }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        if path.hasSuffix(".sqlite") { damage.mostLost = Self.eventsOnPages(of: before, changedIn: bytes) }
        return damage
    }

    /// The events on the pages of a database that were changed: all, where one of them leads to the others.
    private static func eventsOnPages(of before: [UInt8], changedIn after: [UInt8]) -> Int {
        let size = Int(before[16]) << 8 | Int(before[17])
        let events = Dictionary(grouping: Self.events(in: before)) { $0 / size }
        return (0..<before.count / size).reduce(0) { lost, page in
            let range = page * size..<(page + 1) * size
            guard
                !before[range].elementsEqual(
                    after[min(range.lowerBound, after.count)..<min(range.upperBound, after.count)]
                )
            else { return lost }
            // The first page can be made anew; an inner one of a table leads to its leaves.
            let leads = page > 0 && before[range.lowerBound] == 0x05
            return lost + (leads ? events.values.map(\.count).reduce(0, +) : events[page]?.count ?? 0)
        }
    }

    /// Makes pages of a database that hold events unreadable, by the byte that says what kind of page it is.
    static func spoilPages(_ count: Int, of path: String, _ random: inout SeededGenerator) throws -> Damage {
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let size = Int(bytes[16]) << 8 | Int(bytes[17])
        let pages = Dictionary(grouping: Self.events(in: bytes)) { $0 / size }
        let leaves = pages.keys.filter { bytes[$0 * size] == 0x0D }.sorted()
        var damage = Damage(description: "pages", mostLost: 0)
        for _ in 0..<count {
            let page = leaves[random.below(leaves.count)]
            bytes[page * size] = 0xEE
            damage.description += " \(page)"
            damage.mostLost += pages[page]?.count ?? 0
        }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return damage
    }

    /// Replaces a text by another of the same length, wherever it stands.
    static func rename(_ old: String, to new: String, in path: String) throws {
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let (from, to) = (Array(old.utf8), Array(new.utf8))
        for index in bytes.indices.dropLast(from.count) where bytes[index..<index + from.count].elementsEqual(from) {
            bytes.replaceSubrange(index..<index + from.count, with: to)
        }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    /// Where the events of a test stand in a file: each carries its number as text.
    static func events(in bytes: [UInt8]) -> [Int] {
        let mark = Array("\"n\":".utf8)
        return bytes.indices.dropLast(mark.count).filter { bytes[$0..<$0 + mark.count].elementsEqual(mark) }
    }

    /// The events that a range touches: those that stand in it, and the ones at its two ends.
    private static func count(_ events: [Int], _ range: Range<Int>) -> Int {
        events.filter(range.contains).count + 2
    }
}

extension TestBench {
    /// The files of the folder whose names end so.
    func files(like suffix: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: self.folder)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(suffix) }.map { self.folder + "/" + $0 }.sorted()
    }
}

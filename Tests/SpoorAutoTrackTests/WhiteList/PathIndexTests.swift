import SpoorTesting
import SpoorWire
import Testing

@testable import SpoorAutoTrack

struct PathIndexTests {
    private static let types = ["UIView", "UIButton", "UILabel", "Cell", "Größe", "Gro\u{308}ße"]
    /// Beside small numbers those that are the same where they are cut off, or written in another way.
    private static let numbers = ["0", "1", "2", "4294967296", "4294967297", "-4294967295", "+1", "01", "9e0", "-"]

    private func part(_ generator: inout SeededGenerator, isPattern: Bool) -> String {
        let type = Self.types[Int.random(in: 0..<6, using: &generator)]
        func number() -> String {
            let isSmall = Int.random(in: 0...3, using: &generator) > 0
            return Self.numbers[Int.random(in: 0..<(isSmall ? 3 : 10), using: &generator)]
        }
        guard isPattern, Int.random(in: 0..<3, using: &generator) == 0 else {
            if Int.random(in: 0..<8, using: &generator) == 0 { return "Cell[\(number())][\(number())]" }
            return type == "Cell" ? "Cell[\(number()):\(number())]" : "\(type)[\(number())]"
        }
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: return "Cell[\(number()):*]"
        case 1: return "Cell[*:\(number())]"
        case 2: return "Cell[*:*]"
        case 3: return "\(type)[*]"
        case 4: return "*"
        default: return Bool.random(using: &generator) ? "k=*" : "k=0=*"
        }
    }

    private func path(_ generator: inout SeededGenerator, isPattern: Bool) -> String {
        let isChain = Int.random(in: 0..<4, using: &generator) == 0
        let count = Int.random(in: 1...4, using: &generator)
        var parts = (0..<count).map { _ in self.part(&generator, isPattern: isPattern) }
        if isChain, Bool.random(using: &generator) {
            parts.append(isPattern ? ["k=*", "k=0=*", "k*=*"][count % 3] : "k=0=\(count)")
        }
        if isPattern, Int.random(in: 0..<4, using: &generator) == 0 { parts.append("**") }
        return isChain ? "#" + parts.joined(separator: "#") : parts.joined(separator: "/")
    }

    @Test("The index finds what looking at each pattern would find, for random patterns and paths", arguments: 1...20)
    func findsTheSame(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var patterns: [PathPattern] = []
        for _ in 0..<200 {
            if let pattern = try? PathPattern(self.path(&generator, isPattern: true)) { patterns.append(pattern) }
        }
        var index = PathIndex()
        for (number, pattern) in patterns.enumerated() { index.insert(pattern, Int32(number)) }
        var found = 0
        for _ in 0..<300 {
            let path = self.path(&generator, isPattern: false)
            let expected = patterns.indices.filter { patterns[$0].matches(path) }.map { Int32($0) }
            #expect(index.values(for: path).sorted() == expected, "seed \(seed), path \(path)")
            #expect(index.contains(path) == !expected.isEmpty)
            found += expected.count
        }
        #expect(found > 100, "the test meets something")
    }

    @Test("With an empty list nothing is allowed; with one, any of an element's names may stand on it")
    func whiteLists() throws {
        #expect(!PathWhiteList([]).allows(["HomeVC[0]/UIButton[0]"]))
        let list = PathWhiteList(
            try ["HomeVC[0]/UIButton[0]", "#tap:#UIButton#**", "0a1b", "L[0]/Cell[0:*]"].map { try PathPattern($0) }
        )
        #expect(list.count == 4)
        #expect(list.allows(["x", "HomeVC[0]/UIButton[0]"]) && list.allows(["0a1b"]))
        #expect(list.allows(["#tap:#UIButton#HomeVC"]) && list.allows(["L[0]/Cell[0:17]"]))
        #expect(!list.allows(["HomeVC[0]/UIButton[1]", "0a1", "#tap:", "L[0]/Cell[1:17]"]))
    }

    /// A list that leaves other parts open in each entry, by the bits of a number.
    private func hostile(_ count: Int, _ end: String) throws -> [PathPattern] {
        try (1...Int.max).lazy.filter { $0.nonzeroBitCount <= 6 }.prefix(count).map { number in
            let parts = (0..<20).map { number >> $0 & 1 == 1 ? "V[*]" : "V[0]" }
            return try PathPattern((parts + [end]).joined(separator: "/"))
        }
    }

    @Test("A look-up follows a bounded number of ways, whatever parts the entries leave open", arguments: [10, 10_000])
    func hostileLists(count: Int) throws {
        var index = PathIndex()
        for (number, pattern) in try self.hostile(count, "W[0]").enumerated() { index.insert(pattern, Int32(number)) }
        #expect(index.refused.isEmpty == (count == 10))
        #expect(index.contains([String](repeating: "V[0]", count: 20).joined(separator: "/") + "/W[0]"))
        for pieces in [(0..<20).map { _ in "V[0]" }, (0..<20).map { "V[\($0 % 3)]" }] {
            var (nodes, most) = (PathIndex.start, 0)
            for piece in pieces {
                nodes = index.nodes(after: nodes, piece)
                most = max(most, nodes.count)
            }
            // Those that leave the first part open, those that do not, and the path as it is.
            #expect(most <= 2 * PathShapes.maxCount + 2)
        }
    }

    @Test("Entries of one shape too many are said; those of the shapes before them stay")
    func shapesAreSaid() throws {
        let patterns = try self.hostile(1_000, "W[0]").map(\.description)
        var configuration = AutoTrackConfiguration()
        configuration.whiteList = patterns
        let own = AutoTrackRules(configuration)
        #expect(own.remarks.contains { $0.hasPrefix("autoTrack.whiteList") && $0.contains("**") })
        let list = JSONValue.object([("autoTrack", .object([("whitelist", .array(patterns.map { .string($0) }))]))])
        let (document, remarks) = try ConfigurationDocument.read(list)
        let kept = document.autoTrackSettings.whiteList ?? []
        #expect(kept.count <= 2 * PathShapes.maxCount && kept.count >= PathShapes.maxCount)
        #expect(remarks.contains { $0.path.hasPrefix("autoTrack.whitelist[") && $0.kind == .clamped })
        #expect(PathWhiteList(kept).refused.isEmpty)
    }

    @Test("Ten thousand entries cost no more than ten: one look-up for each part of a path")
    func isFast() throws {
        func list(_ count: Int) throws -> PathWhiteList {
            PathWhiteList(
                try (0..<count).map { number in
                    let page = "Page\(number % 100)VC[0]/UIView[0]/UITableView[\(number / 100)]"
                    switch number % 3 {
                    case 0: return try PathPattern(page + "/UITableViewCell[0:\(number)]/UIButton[0]")
                    case 1: return try PathPattern(page + "/UITableViewCell[\(number):*]/UIButton[0]")
                    default: return try PathPattern(page + "/UIView[\(number)]/**")
                    }
                }
            )
        }
        let (short, long) = (try list(10), try list(10_000))
        let names = (0..<100).map { ["Page\($0)VC[0]/UIView[0]/UITableView[7]/UITableViewCell[4:9]/UIButton[0]"] }
        func time(_ list: PathWhiteList) -> Duration {
            (0..<5).map { _ in
                ContinuousClock().measure { for _ in 0..<10 { for name in names { _ = list.allows(name) } } }
            }.min() ?? .zero
        }
        // The short one gives up after a part or two, so that even a fair one may be some times as fast.
        #expect(time(long) < time(short) * 60, "\(time(long)) against \(time(short)): a scan would be a thousand times")
    }
}

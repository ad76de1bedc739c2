import SpoorAutoTrack
import SpoorWire

/// What a white list costs each event: with ten entries and with ten thousand, whole paths, rows and prefixes mixed.
@MainActor
struct WhiteListSpeed {
    private let names: [[String]]
    private let rounds = 300

    init() {
        // One name in three is on the long list; the others are not, which takes as long or longer.
        self.names = (0..<100).map { number in
            let page = "Page\(number)ViewController[0]/UIView[0]/UITableView[\(number % 7)]"
            let path = page + "/ProductTableViewCell[0:\(number * 3)]/UIView[0]/UIStackView[0]/UIButton[1]"
            let chain =
                "#buy:#UIButton#UIButton[1]#UIStackView[0]#ProductTableViewCell[\(number)]#UITableView[0]#UIView[0]"
                + "#Page\(number)ViewController#UINavigationController#UIWindow#UIApplication#AppDelegate#state=1"
            return [path, path + "x", "0123456789abcdef", chain, path + "y", path + "z"]
        }
    }

    /// Adds microseconds an event, and milliseconds to compile the long list.
    func add(to line: inout FigureLine) throws {
        let start = Measures.now()
        let long = try Self.list(10_000)
        let compiled = Double(Measures.now() - start) / 1_000_000
        let short = try Self.list(10)
        line.add("white_list_10_us", self.time(short))
        line.add("white_list_10000_us", self.time(long))
        line.add("white_list_compile_10000_ms", compiled)
        line.add("white_list_open_rows_us", self.time(try Self.openRows(10_000), [[Self.view(20) + "/UISwitch[0]"]]))
    }

    /// Views in one another, as those of a path that leaves a list only at its end.
    private static func view(_ count: Int) -> String {
        [String](repeating: "UIView[0]", count: count).joined(separator: "/")
    }

    /// Entries each of which leaves other parts open, up to six; those of too many shapes are not taken.
    private static func openRows(_ count: Int) throws -> PathWhiteList {
        PathWhiteList(
            try (1...Int.max).lazy.filter { $0.nonzeroBitCount <= 6 }.prefix(count).map { number in
                let parts = (0..<20).map { number >> $0 & 1 == 1 ? "UIView[*]" : "UIView[0]" }
                return try PathPattern(parts.joined(separator: "/") + "/UIButton[\(number)]")
            }
        )
    }

    private static func list(_ count: Int) throws -> PathWhiteList {
        PathWhiteList(
            try (0..<count).map { number in
                let page = "Page\(number % 100)ViewController[0]/UIView[0]/UITableView[\(number / 100 % 7)]"
                let cell = "/ProductTableViewCell[\(number / 700):*]/UIView[0]/UIStackView[0]/UIButton[\(number % 5)]"
                return switch number % 3 {
                case 0:
                    try PathPattern(page + "/ProductTableViewCell[0:\(number)]/UIView[0]/UIStackView[0]/UIButton[1]")
                case 1: try PathPattern(page + cell)
                default: try PathPattern(page + "/HeaderView[\(number)]/**")
                }
            }
        )
    }

    /// The median time of one look-up of all names of an element.
    private func time(_ list: PathWhiteList, _ elements: [[String]]? = nil) -> Double {
        let elements = elements ?? self.names
        var times: [Double] = []
        var allowed = 0
        for _ in 0..<self.rounds {
            let start = Measures.now()
            for names in elements where list.allows(names) { allowed += 1 }
            times.append(Double(Measures.now() - start) / 1000 / Double(elements.count))
        }
        // Read, so that nothing of it is left out.
        return allowed < 0 ? 0 : Measures.median(times)
    }
}

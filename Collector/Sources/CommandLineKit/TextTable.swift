/// Rows of text under headings, aligned for a terminal.
public struct TextTable: Sendable, Equatable {
    /// On which side the cells of a column end.
    public enum Alignment: Sendable, Equatable {
        /// Words.
        case left
        /// Numbers.
        case right
    }

    private let headings: [String]
    private let alignments: [Alignment]
    private var rows: [[String]] = []

    /// Creates a table from the headings of its columns.
    public init(_ columns: [(heading: String, alignment: Alignment)]) {
        self.headings = columns.map { Self.visible($0.heading) }
        self.alignments = columns.map(\.alignment)
    }

    /// Adds a row; missing cells are empty, cells without a column are left out.
    public mutating func append(_ cells: [String]) {
        let cells = cells.prefix(self.headings.count).map(Self.visible)
        self.rows.append(cells + Array(repeating: "", count: self.headings.count - cells.count))
    }

    /// The table as lines, without a line break at the end.
    public var text: String {
        let all = [self.headings] + self.rows
        let widths = self.headings.indices.map { column in all.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
        let rule = widths.map { String(repeating: "-", count: $0) }
        return ([self.headings, rule] + self.rows).map { self.line($0, widths) }.joined(separator: "\n")
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        var line = ""
        for column in cells.indices {
            let fill = String(repeating: " ", count: widths[column] - DisplayWidth.of(cells[column]))
            line +=
                (column == 0 ? "" : "  ")
                + (self.alignments[column] == .left ? cells[column] + fill : fill + cells[column])
        }
        while line.last == " " { line.removeLast() }
        return line
    }

    /// The text with everything that could steer a terminal made visible: cells hold what strangers sent.
    public static func visible(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: result.append("·")
            case .format where scalar != "\u{200D}": result.append("·")
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}

/// One part of a ``PathPattern``.
public enum PathPart: Hashable, Sendable {
    /// This part and no other.
    case exact(String)
    /// Any row of a section: the class's name, and the section.
    case anyRow(String, section: Int)
    /// A row in any section.
    case anySection(String, row: Int)
    /// Any row of any section.
    case anyCell(String)
    /// A class at any place.
    case anyPlace(String)
    /// Any value of a name.
    case anyValue(String)
    /// Any part.
    case any

    /// Reads a part of a pattern.
    public init(pattern text: Substring) {
        self = .exact(String(text))
        guard text.utf8.contains(UInt8(ascii: "*")) else { return }
        if text == "*" {
            self = .any
        } else if text.hasSuffix("=*"), text.utf8.count > 2 {
            self = .anyValue(String(text.dropLast(2)))
        } else if let place = IndexedPart(text) {
            let name = String(place.name)
            switch (place.first, place.second) {
            case ("*", nil): self = .anyPlace(name)
            case ("*", "*"): self = .anyCell(name)
            case ("*", let row?): if let row = Int(row) { self = .anySection(name, row: row) }
            case (let section, "*"): if let section = Int(section) { self = .anyRow(name, section: section) }
            default: break
            }
        }
    }

    /// Whether nothing is left open.
    public var isExact: Bool { if case .exact = self { true } else { false } }

    /// Whether it stands for the row of a cell: left open here, or in the path itself, as Sensors' `Cell[0][-]`.
    public var isOpenRow: Bool {
        switch self {
        case .anyRow, .anySection, .anyCell: true
        case .exact(let text): IndexedPart(text[...])?.second == "-"
        default: false
        }
    }

    /// Whether a part of a path is meant.
    public func matches(_ text: Substring) -> Bool {
        switch self {
        case .exact(let exact): return text == exact
        case .any: return true
        case .anyValue(let name): return Self.names(in: text).contains { $0 == name }
        case .anyPlace(let name): return IndexedPart(text).map { $0.name == name } ?? false
        case .anyCell(let name): return IndexedPart(text).map { $0.name == name && $0.second != nil } ?? false
        case .anyRow(let name, let section):
            return IndexedPart(text).map { $0.name == name && $0.second != nil && Int($0.first) == section } ?? false
        case .anySection(let name, let row):
            return IndexedPart(text).map { $0.name == name && $0.second.flatMap { Int($0) } == row } ?? false
        }
    }
}

extension PathPart {
    /// What may be the name in a part like `selected=1`: all that stands before a sign of equality.
    public static func names(in text: Substring) -> [Substring] {
        text.utf8.indices.filter { text.utf8[$0] == UInt8(ascii: "=") }.map { text[..<$0] }
    }
}

/// A part like `UIButton[1]`, `UITableViewCell[0:2]` or `UITableViewCell[0][2]`, taken apart.
public struct IndexedPart {
    /// The class's name.
    public let name: Substring

    /// The place, or the section.
    public let first: Substring

    /// The row; nil where there is but one number.
    public let second: Substring?

    /// Takes a part of a path apart; nil for one that says no place.
    public init?(_ text: Substring) {
        let bytes = text.utf8
        guard bytes.last == UInt8(ascii: "]"), let open = bytes.firstIndex(of: UInt8(ascii: "[")),
            open > bytes.startIndex
        else { return nil }
        let inside = text[bytes.index(after: open)..<bytes.index(before: bytes.endIndex)]
        self.name = text[..<open]
        if let colon = inside.utf8.firstIndex(of: UInt8(ascii: ":")) {
            self.first = inside[..<colon]
            self.second = inside[inside.utf8.index(after: colon)...]
        } else if let close = inside.utf8.firstIndex(of: UInt8(ascii: "]")) {
            let rest = inside[inside.utf8.index(after: close)...]
            guard rest.utf8.first == UInt8(ascii: "[") else { return nil }
            self.first = inside[..<close]
            self.second = rest.dropFirst()
        } else {
            self.first = inside
            self.second = nil
        }
    }
}

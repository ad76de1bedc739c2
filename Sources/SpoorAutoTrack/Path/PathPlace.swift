/// Where an element stands among those that it is to be told from.
enum PathPlace: Hashable, Sendable {
    /// Among the siblings of its type, private wrappers looked through.
    case index(Int)

    /// A cell, by section and row.
    case cell(section: Int, row: Int)

    /// A cell of which its list does not know where it stands.
    case unknown

    /// Among siblings that are too many to be counted.
    case uncounted

    /// The header of a section.
    case header(section: Int)

    /// The footer of a section.
    case footer(section: Int)

    /// A segment of a control.
    case segment(Int)

    /// The page that a path begins at.
    case root

    /// Whether it is a cell's place.
    var isCell: Bool {
        switch self {
        case .cell, .unknown: true
        default: false
        }
    }
}

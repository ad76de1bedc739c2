/// Why the embedded store cannot go on, besides what SQLite says.
enum StoreFault: Error, Equatable, CustomStringConvertible {
    case noMemory
    case tooManyIdentifiers
    case damagedChunk(day: Int32, row: Int64)
    case folder(String)

    var description: String {
        switch self {
        case .noMemory: "there is no memory to compress the events"
        case .tooManyIdentifiers: "the project has more than four thousand million identifiers"
        case .damagedChunk(let day, let row): "the events of \(Day.text(day)) around row \(row) are damaged"
        case .folder(let reason): reason
        }
    }
}

import Foundation
import SpoorWire

/// What a stage of a replay did, in numbers that travel from the process that did it to the one that asked.
struct ReplayFigures: Equatable, Sendable {
    var visitors = 0
    var tracked = 0
    var dropped = 0
    var uploaded = 0
    var duplicates = 0
    var rejected = 0
    var requests = 0
    var plainBytes = 0
    var sentBytes = 0
    var milliseconds = 0

    static let fields: [(String, any WritableKeyPath<ReplayFigures, Int> & Sendable)] = [
        ("visitors", \.visitors), ("tracked", \.tracked), ("dropped", \.dropped), ("uploaded", \.uploaded),
        ("duplicates", \.duplicates), ("rejected", \.rejected), ("requests", \.requests),
        ("plainBytes", \.plainBytes), ("sentBytes", \.sentBytes), ("milliseconds", \.milliseconds),
    ]

    /// Adds another's numbers.
    mutating func add(_ other: ReplayFigures) {
        for (_, path) in Self.fields { self[keyPath: path] += other[keyPath: path] }
    }

    /// Writes the numbers to a file.
    func write(to file: String) throws(CommandFailure) {
        let members = Self.fields.map { (name, path) in
            JSONValue.Member(key: name, value: .number(String(self[keyPath: path])))
        }
        let text = JSONValue.object(members).jsonText
        guard FileManager.default.createFile(atPath: file, contents: Data(text.utf8)) else {
            throw CommandFailure("The file '\(file)' cannot be written: choose a folder that exists and is yours.")
        }
    }

    /// Reads what ``write(to:)`` wrote.
    init(file: String) throws(CommandFailure) {
        self.init()
        guard let data = FileManager.default.contents(atPath: file), let json = try? JSONValue(parsing: [UInt8](data))
        else { throw CommandFailure("The stage of the replay ended without its figures in '\(file)'.") }
        for (name, path) in Self.fields { self[keyPath: path] = Int(clamping: json[name]?.int64Value ?? 0) }
    }

    init() {}
}

/// Why what was asked for makes no sense, found out by the command itself; nothing was done.
struct UsageFailure: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

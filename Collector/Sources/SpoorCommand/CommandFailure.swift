/// Why a command could not do what was asked; the sentence says what to do.
struct CommandFailure: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Why a folder cannot be inspected at all.
public struct QueueFolderError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong and what to do, in a sentence.
    public let description: String

    init(_ description: String) { self.description = description }
}

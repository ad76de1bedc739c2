/// When to try again to open storage that could not be read, and whether to say so again.
struct OpeningRetry: Equatable, Sendable {
    /// The first wait: a tracker that was stopped a moment ago may still hold the folder.
    static let shortest: Duration = .milliseconds(100)
    /// The longest wait, as before the first unlock of a device.
    static let longest: Duration = .seconds(2)

    private var delay = Self.shortest
    /// The last sentence.
    private(set) var said: String?

    /// The next wait, doubling; and whether the sentence is another than the last one.
    mutating func next(_ sentence: String) -> (delay: Duration, isNew: Bool) {
        let isNew = self.said != sentence
        self.said = sentence
        defer { self.delay = min(self.delay * 2, Self.longest) }
        return (self.delay, isNew)
    }
}

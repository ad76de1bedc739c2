extension String {
    /// The most Unicode scalars of a value that a sentence repeats.
    static let echoLimit = 200

    /// What a person typed, or a script, as a sentence about it repeats it.
    ///
    /// Its beginning, of bounded length: with `…` where something is left out, and `·` in place of control characters.
    public var echoed: String {
        // A single character may be of any length.
        let scalars = self.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: Self.echoLimit, limitedBy: scalars.endIndex),
            end != scalars.endIndex
        else { return TextTable.visible(self) }
        return TextTable.visible(String(scalars[..<end])) + "…"
    }

    /// A message of several lines that cannot steer a terminal: `·` takes the place of control characters.
    public var visibleLines: String {
        self.split(separator: "\n", omittingEmptySubsequences: false).map { TextTable.visible(String($0)) }
            .joined(separator: "\n")
    }
}

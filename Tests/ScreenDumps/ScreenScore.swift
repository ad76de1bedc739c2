/// How well the engine's verdicts agree with XCUITest's.
public struct ScreenScore: Sendable, Equatable {
    /// Visible for both.
    public var both = 0

    /// Visible for the engine only.
    public var onlyEngine = 0

    /// Visible for XCUITest only.
    public var onlyXCUITest = 0

    /// Visible for neither.
    public var neither = 0

    /// Makes a score of nothing.
    public init() {}

    /// Counts one element.
    ///
    /// - Parameters:
    ///   - engine: whether the engine calls it visible.
    ///   - xcuitest: whether XCUITest does.
    public mutating func add(engine: Bool, xcuitest: Bool) {
        switch (engine, xcuitest) {
        case (true, true): self.both += 1
        case (true, false): self.onlyEngine += 1
        case (false, true): self.onlyXCUITest += 1
        case (false, false): self.neither += 1
        }
    }

    /// Counts all of another score.
    ///
    /// - Parameter other: the score.
    public mutating func add(_ other: ScreenScore) {
        self.both += other.both
        self.onlyEngine += other.onlyEngine
        self.onlyXCUITest += other.onlyXCUITest
        self.neither += other.neither
    }

    /// How many elements were counted.
    public var count: Int { self.both + self.onlyEngine + self.onlyXCUITest + self.neither }

    /// Of what XCUITest calls visible, the share that the engine also does; 1 where there is nothing.
    public var recall: Double { Self.share(self.both, of: self.both + self.onlyXCUITest) }

    /// Of what the engine calls visible, the share that XCUITest also does; 1 where there is nothing.
    public var precision: Double { Self.share(self.both, of: self.both + self.onlyEngine) }

    private static func share(_ part: Int, of whole: Int) -> Double {
        whole == 0 ? 1 : Double(part) / Double(whole)
    }
}

/// Seconds as Objective-C hands them over, which may be no number at all.
enum ObjectTime {
    /// The most seconds that are taken: ten years.
    static let most: Double = 10 * 366 * 86_400

    /// A duration; what is negative or no number counts as zero, and nothing traps.
    static func duration(_ seconds: Double) -> Duration {
        guard seconds > 0 else { return .zero }
        return .milliseconds(Int64(min(seconds, self.most) * 1000))
    }
}

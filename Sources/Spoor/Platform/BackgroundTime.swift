/// How long the system lets an app run on in the background.
enum BackgroundTime {
    /// The remaining time as the system counts it, in seconds; nil where that is no limit at all.
    ///
    /// Systems answer a huge number while the app is still in front, and may answer nothing sensible.
    static func remaining(seconds: Double) -> Duration? {
        guard seconds.isFinite, seconds < 86_400 else { return nil }
        return .milliseconds(Int64(max(0, seconds) * 1000))
    }
}

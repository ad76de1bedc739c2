/// How often waiting records are uploaded by the interval timer (000, strategy two).
struct UploadPace: Equatable, Sendable {
    /// Time between two uploads.
    var interval: Duration

    /// Whether the timer stands still: the app is not in front.
    var isPaused = false

    init(interval: Duration) {
        self.interval = interval
    }
}

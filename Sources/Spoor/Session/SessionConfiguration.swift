/// When one session ends and another begins.
///
/// ```swift
/// configuration.sessions = SessionConfiguration()
/// ```
public struct SessionConfiguration: Equatable, Sendable {
    /// How long a person may do nothing in front before the next event begins a new session.
    ///
    /// The default is 30 minutes, at least 1 s.
    public var idleLimit: Duration = .seconds(30 * 60)

    /// How long the app may be away from the front before the session is over.
    ///
    /// The default is 30 minutes, at least 1 s.
    public var backgroundLimit: Duration = .seconds(30 * 60)

    /// How long one session may last.
    ///
    /// The default is 12 hours, at least 1 s.
    public var maximumLength: Duration = .seconds(12 * 3600)

    /// Whether `$SessionStart` and `$SessionEnd` are recorded.
    ///
    /// The default is false.
    public var recordsStartAndEnd = false

    /// Creates a configuration with the defaults.
    public init() {}

    /// The same with every limit in its range.
    var clamped: SessionConfiguration {
        var copy = self
        copy.idleLimit = max(self.idleLimit, .seconds(1))
        copy.backgroundLimit = max(self.backgroundLimit, .seconds(1))
        copy.maximumLength = max(self.maximumLength, .seconds(1))
        return copy
    }

    /// A sentence that names the values which ``clamped`` changes; nil where all are in their range.
    var clampingRemark: String? {
        let clamped = self.clamped
        let values = [
            ("idleLimit", self.idleLimit, clamped.idleLimit),
            ("backgroundLimit", self.backgroundLimit, clamped.backgroundLimit),
            ("maximumLength", self.maximumLength, clamped.maximumLength),
        ]
        let changes = values.filter { $0.1 != $0.2 }.map { "sessions.\($0.0) \($0.1) became \($0.2)" }
        guard !changes.isEmpty else { return nil }
        return "Configured values outside of their range were replaced: \(changes.joined(separator: ", "))."
    }
}

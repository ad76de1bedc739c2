/// The events that a tracker records by itself as the app comes and goes.
///
/// ```swift
/// configuration.automaticEvents = [.appStart, .appEnd]
/// ```
public struct AutomaticEvents: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Makes a set from its bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// A person opens the app: `$AppStart` with `$is_first_time` and `$resume_from_background`.
    public static let appStart = AutomaticEvents(rawValue: 1)

    /// A person leaves the app: `$AppEnd` with `event_duration`, the time since `$AppStart`.
    ///
    /// Not recorded for a visit that began without consent, or in which consent was taken back; one whose start waited for
    /// consent tells the time since.
    public static let appEnd = AutomaticEvents(rawValue: 2)

    /// The system starts the app in the background: `$AppStartPassively`, as the Sensors SDKs record it.
    ///
    /// Nobody sees such a start; it should count as no visit.
    public static let appStartPassively = AutomaticEvents(rawValue: 1 << 16)
}

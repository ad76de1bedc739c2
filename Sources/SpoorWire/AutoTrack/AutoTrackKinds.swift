/// The kinds of events that are recorded by themselves; the bits are the `mask` of the server's configuration.
///
/// The first four are those of the Sensors SDKs' `autoTrackMode`.
public struct AutoTrackKinds: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Makes a set from its bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// A person opens the app: `$AppStart`.
    public static let appStart = AutoTrackKinds(rawValue: 1)

    /// A person leaves the app: `$AppEnd`.
    public static let appEnd = AutoTrackKinds(rawValue: 2)

    /// A person taps something: `$AppClick`.
    public static let clicks = AutoTrackKinds(rawValue: 4)

    /// A person comes to a page: `$AppViewScreen`.
    public static let pageViews = AutoTrackKinds(rawValue: 8)

    /// A person leaves a page: `$AppPageLeave`.
    public static let pageLeaves = AutoTrackKinds(rawValue: 16)

    /// Something that the app marked was seen.
    public static let exposures = AutoTrackKinds(rawValue: 32)

    /// A person taps the same place again and again.
    public static let rageClicks = AutoTrackKinds(rawValue: 64)

    /// Events that definitions name.
    public static let definitions = AutoTrackKinds(rawValue: 128)

    /// All kinds.
    public static let all = AutoTrackKinds(rawValue: 255)
}

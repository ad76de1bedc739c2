/// The sizes both ends agree on.
///
/// Lengths of text are counted in UTF-16 units, as the clients that share this wire format do (bug case O-06).
public enum Limits {
    /// Characters (bytes, since names are ASCII) of an event name or a property key; longer ones are refused.
    public static let maxNameLength = 100

    /// UTF-16 units of a text value; longer ones are cut.
    public static let maxStringUnits = 8191

    /// UTF-16 units of the property `app_crashed_reason`: twice as much, since a call stack is long.
    public static let maxCrashReasonUnits = 16_382

    /// The property that ``maxCrashReasonUnits`` applies to.
    public static let crashReasonKey = "app_crashed_reason"

    /// UTF-8 bytes of a distinct, login or anonymous id; longer ones are refused.
    public static let maxIdentifierBytes = 8192

    /// Bytes of one encoded event; larger ones are refused.
    public static let maxEventBytes = 256 * 1024

    /// Properties of one event; further ones are left out with a warning.
    public static let maxProperties = 1_000

    /// Elements of a list; a longer list loses the rest with a warning, a larger set is left out.
    public static let maxListElements = 1_000

    /// Levels of nesting that the reader follows.
    public static let maxDepth = 64

    /// The limit for the value of `key`, in UTF-16 units.
    @inline(__always)
    package static func maxUnits(forKey key: String) -> Int {
        key == self.crashReasonKey ? self.maxCrashReasonUnits : self.maxStringUnits
    }
}

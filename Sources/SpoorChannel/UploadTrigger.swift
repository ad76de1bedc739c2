/// Why an upload is asked for.
public enum UploadTrigger: String, Equatable, Sendable {
    /// The channel opened and found records waiting.
    case launch

    /// As many records as the configuration's bulk size were stored since the last trigger (000, strategy one).
    case bulk

    /// The upload interval passed (000, strategy two).
    case timer

    /// The app goes to the background (000, strategy three).
    case background

    /// A record was stored whose type's rule is real-time.
    case realtime

    /// The device came to another network.
    case network

    /// The caller asked.
    case flush

    /// A wait after a failure ended.
    case retry

    /// Another configuration was applied that lets records go, or sends them elsewhere.
    case configuration
}

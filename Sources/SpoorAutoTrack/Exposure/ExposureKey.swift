/// By what exposures are told apart.
enum ExposureKey: Hashable, Sendable {
    /// The app's own name for what was seen, and the event's.
    case named(event: String, id: String)

    /// A number for an element at one place, where the app gave no name.
    case numbered(Int)
}

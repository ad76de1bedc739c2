/// The last saved configuration of a project that can be read, for those who mend what is damaged.
public struct ReadableConfiguration: Equatable, Sendable {
    /// The configuration; an empty one of revision 0 where none can be read.
    public let saved: SavedConfiguration
    /// The number of the newest one, with which a change begins, whether or not that can be read.
    public let newest: Int64
    /// Why the newest one cannot be read; nil where it can, or where nothing was saved.
    public let problem: ConfigurationStoreError?
}

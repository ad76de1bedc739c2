package import SpoorStore

/// What the channel of a companion needs: it appends to files of its own, and the host takes them over.
package struct CompanionStorage: Sendable {
    /// What the processes of the app share.
    package var place: CompanionPlace

    /// Called on the channel's queue after the files were looked after.
    package var tended: @Sendable () -> Void

    /// Creates a companion's storage.
    package init(place: CompanionPlace, tended: @escaping @Sendable () -> Void) {
        (self.place, self.tended) = (place, tended)
    }
}

/// How many slices of what waits are recorded at a time, so that it ends however fast calls add to it.
///
/// One, as long as at most half as much comes meanwhile; from then on twice as many, and so on. So each time but the few in
/// which that doubles, what waits is less by half a slice at least.
package struct SlicePace: Sendable {
    /// How many slices are next.
    package private(set) var slices = 1

    /// How many waited after the last ones.
    private var left: Int?

    /// Far more slices than anything that waits has.
    private static let most = 1 << 16

    /// Begins with one slice.
    package init() {}

    /// Takes what came of the last slices.
    ///
    /// - Parameters:
    ///   - before: how many waited before them.
    ///   - after: how many wait now.
    package mutating func note(before: Int, after: Int) {
        let added = before - (self.left ?? before)
        if 2 * added > before - after { self.slices = min(2 * self.slices, Self.most) }
        self.left = after
    }

    /// For how long others get the lock after it was held for some time: as long, or, where calls come faster than slices
    /// go, as short as will do.
    package func rest(after held: Duration) -> Duration { self.slices == 1 ? held : .zero }
}

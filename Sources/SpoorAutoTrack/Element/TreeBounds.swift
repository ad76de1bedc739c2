/// How much of a tree any walk looks at, so that one that never ends, or contains itself, costs no more than others.
package enum TreeBounds {
    /// How many levels a walk goes up or down.
    package static let levels = 200

    /// How many elements a walk looks at.
    static let elements = 20_000
}

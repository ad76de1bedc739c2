/// What decides whether an element can be seen, as the toolkit says it at one moment.
public struct VisibilityFacts: Hashable, Sendable {
    /// Its frame in the coordinates of its window; nil where it is in no window.
    public var frame: Rectangle?

    /// Whether it is hidden by itself.
    public var isHidden: Bool

    /// How opaque it is by itself, 0 to 1.
    public var opacity: Double

    /// Whether what lies outside its frame is not drawn.
    public var clips: Bool

    /// Whether nothing behind it shines through: an opaque background that fills its frame.
    public var isOpaque: Bool

    /// Where its contents can be seen, whether or not it ``clips``; nil bounds them by nothing more.
    ///
    /// For an adapter that knows of bars through which a list shimmers: the rows below them are out of sight then, the
    /// list itself is not. UIKit's sets none, so that a row below a translucent bar counts as seen.
    public var contentArea: Rectangle?

    /// Makes facts.
    ///
    /// - Parameters:
    ///   - frame: its frame in the coordinates of its window; nil where it is in no window.
    ///   - isHidden: whether it is hidden by itself.
    ///   - opacity: how opaque it is by itself, 0 to 1.
    ///   - clips: whether what lies outside its frame is not drawn.
    ///   - isOpaque: whether nothing behind it shines through.
    ///   - contentArea: where its contents can be seen; nil bounds them by nothing more.
    public init(
        frame: Rectangle?,
        isHidden: Bool = false,
        opacity: Double = 1,
        clips: Bool = false,
        isOpaque: Bool = false,
        contentArea: Rectangle? = nil
    ) {
        self.frame = frame
        self.isHidden = isHidden
        self.opacity = opacity
        self.clips = clips
        self.isOpaque = isOpaque
        self.contentArea = contentArea
    }
}

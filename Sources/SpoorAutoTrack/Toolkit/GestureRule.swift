/// When a gesture is a click: at the moment at which apps act.
public enum GestureRule {
    /// How far a gesture is.
    public enum Phase: Hashable, Sendable {
        /// It was recognised, and goes on.
        case began
        /// It was recognised and is over, or it went on until now.
        case ended
        /// Anything else: it may begin, goes on, was called off.
        case other
    }

    /// Whether a gesture is a click now.
    ///
    /// - Parameters:
    ///   - phase: how far it is.
    ///   - isLongPress: whether it is one that goes on after it was recognised. Apps act when it is recognised, and often
    ///     call it off by what they do: they present something, or switch it off.
    /// - Returns: whether it counts; once for each gesture.
    public static func isClick(_ phase: Phase, isLongPress: Bool) -> Bool {
        phase == (isLongPress ? .began : .ended)
    }
}

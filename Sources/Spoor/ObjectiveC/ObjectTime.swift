import Foundation

/// Times as Objective-C knows them: seconds, which may be no number at all, and dates.
enum ObjectTime {
    /// The most seconds that are taken: ten years.
    static let most: Double = 10 * 366 * 86_400

    /// A duration, to the millisecond; what is negative or no number counts as zero, and nothing traps.
    static func duration(_ seconds: Double) -> Duration {
        guard seconds > 0 else { return .zero }
        return .milliseconds(Int64((min(seconds, self.most) * 1000).rounded()))
    }

    /// The seconds of a duration, however long it is; ``duration(_:)`` is the way back.
    static func seconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) + Double(attoseconds) / 1e18
    }

    /// The date of an instant in milliseconds since 1970.
    static func date(milliseconds: Int64) -> Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}

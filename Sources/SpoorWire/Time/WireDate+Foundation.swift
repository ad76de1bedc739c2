#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension WireDate {
    /// The milliseconds since 1970 of `date`, rounded; nil outside the years 1 to 9999 and for a date that is no number.
    public static func milliseconds(of date: Date) -> Int64? {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        // Compared as doubles first: converting an out-of-range double to an integer would trap.
        guard milliseconds >= Double(self.earliest), milliseconds <= Double(self.latest) else { return nil }
        return Int64(milliseconds)
    }
}

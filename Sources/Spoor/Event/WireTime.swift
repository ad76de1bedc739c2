/// The time of an event as it is sent.
///
/// A device's clock may stand before 1970, for which the wire format has no number: such a time is sent as 0, and the
/// offset of the clock, where it is known, takes in what was cut off, so that both still make up the true time.
struct WireTime: Equatable {
    /// Milliseconds since 1970.
    let milliseconds: Int64
    /// Server time less ``milliseconds``; nil where it is not known.
    let clockOffset: Int64?

    /// Brings a time into the form that is sent.
    ///
    /// - Parameters:
    ///   - milliseconds: what the device's clock showed.
    ///   - offset: server time less device time; nil where it is not known.
    init(_ milliseconds: Int64, offset: Int64?) {
        guard milliseconds < 0 else {
            (self.milliseconds, self.clockOffset) = (milliseconds, offset)
            return
        }
        self.milliseconds = 0
        self.clockOffset = offset.flatMap { offset in
            let (sum, overflow) = offset.addingReportingOverflow(milliseconds)
            return overflow ? nil : sum
        }
    }
}

/// Where the time of a stored event comes from.
public enum TimeSource: UInt8, CaseIterable, Sendable {
    /// The device said so.
    case device = 0
    /// The time of receipt: the device's lay too far ahead.
    case receipt = 1
    /// The device's, corrected by what its SDK knows of its clock.
    case corrected = 2
}

/// When an event happened, as far as can be known (bug case O-33).
///
/// The only correction is the offset that the device's SDK has measured and sends along: one for a device, not one for a
/// request, so that a request that is slow moves nothing. The time of sending is not looked at.
struct EventTime: Equatable, Sendable {
    /// An offset below this is no fault of the clock: measuring it is no more exact, and people's order is the device's.
    static let leastCorrection: Int64 = 60_000

    /// A time further ahead of the receipt than this is replaced by the time of receipt.
    static let farFuture: Int64 = 24 * 3_600_000

    /// The time to file and analyse the event by, in milliseconds since 1970 UTC.
    let milliseconds: Int64

    /// Where it comes from.
    let source: TimeSource

    /// Judges a device's time.
    ///
    /// - Parameters:
    ///   - device: what the device's clock showed; before 1970 and without a usable offset it counts as 0.
    ///   - offset: server time less device time, as the event carries it; nil where it carries none.
    ///   - received: when the event arrived.
    init(device: Int64, offset: Int64?, received: Int64) {
        var (time, source) = (max(0, device), TimeSource.device)
        if let offset, offset.magnitude >= UInt64(Self.leastCorrection) {
            let (corrected, overflow) = device.addingReportingOverflow(offset)
            // A sum before 1970 is no time: then the offset is not one either.
            if !overflow, corrected >= 0 { (time, source) = (corrected, .corrected) }
        }
        if time - Self.farFuture > received { (time, source) = (received, .receipt) }
        self.milliseconds = time
        self.source = source
    }
}

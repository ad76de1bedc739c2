import SpoorWire

/// A zone that the person changes while the app runs.
final class MovingZone: ZoneOffsets {
    let seconds = Locked(9 * 3600)

    func secondsFromGMT(atMilliseconds milliseconds: Int64) -> Int { self.seconds.withLock { $0 } }
}

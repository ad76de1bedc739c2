import Foundation
import Spoor

/// What `track` answered to one numbered event: eight bytes on standard output, big-endian.
///
/// The highest bit is set where the event is not acknowledged: held in memory, or refused because there is no
/// room left while the disk is slow. Then come the thread and the number.
struct Report {
    private let word: UInt64

    /// Notes an answer; one that drops the event for any other reason ends the process.
    init(thread: Int, number: Int, _ answer: TrackAnswer) {
        if case .dropped(let reason) = answer, reason != .storageFull {
            KillChild.fail("event \(number) was dropped: \(reason)")
        }
        self.word = (answer.isRecorded ? 0 : 1 << 63) | UInt64(thread) << 32 | UInt64(number)
    }

    /// Writes all at once and unbuffered, so that a kill leaves at most one answer per thread unreported.
    func write() {
        withUnsafeBytes(of: self.word.bigEndian) { bytes in
            while Foundation.write(STDOUT_FILENO, bytes.baseAddress, bytes.count) < 0, errno == EINTR {}
        }
    }
}

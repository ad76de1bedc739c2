import Foundation
import Spoor

/// What `track` answered to one numbered event: eight bytes on standard output, big-endian.
///
/// The highest bit is set where the event is held in memory and not acknowledged; then come the thread and the number.
struct Report {
    private let word: UInt64

    /// Notes an answer; one that drops the event ends the process, as nothing here may be dropped.
    init(thread: Int, number: Int, _ answer: TrackAnswer) {
        if case .dropped(let reason) = answer { KillChild.fail("event \(number) was dropped: \(reason)") }
        self.word = (answer.isRecorded ? 0 : 1 << 63) | UInt64(thread) << 32 | UInt64(number)
    }

    /// Writes all at once and unbuffered, so that a kill leaves at most one answer per thread unreported.
    func write() {
        withUnsafeBytes(of: self.word.bigEndian) { bytes in
            while Foundation.write(STDOUT_FILENO, bytes.baseAddress, bytes.count) < 0, errno == EINTR {}
        }
    }
}

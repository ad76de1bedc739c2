import Foundation
import Spoor

/// What `track` answered to one numbered event: eight bytes on standard output, big-endian.
///
/// The highest bit is set where the event is held in memory, the next where it is refused because there is no room left
/// while the disk is slow. Then come the thread and the number.
struct Report {
    private let word: UInt64

    /// Notes an answer; one that drops the event for any other reason ends the process.
    init(thread: Int, number: Int, _ answer: TrackAnswer) {
        if case .dropped(let reason) = answer, reason != .storageFull {
            KillChild.fail("event \(number) was dropped: \(reason)")
        }
        let mark: UInt64 = answer.isRecorded ? 0 : answer == .held ? 1 << 63 : 1 << 62
        self.word = mark | UInt64(thread) << 32 | UInt64(number)
    }

    /// Writes all at once and unbuffered, so that a kill leaves at most one answer per thread unreported.
    func write() {
        withUnsafeBytes(of: self.word.bigEndian) { bytes in
            while Foundation.write(STDOUT_FILENO, bytes.baseAddress, bytes.count) < 0, errno == EINTR {}
        }
    }
}

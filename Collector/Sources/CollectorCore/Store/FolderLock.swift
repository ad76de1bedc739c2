import Foundation
import SpoorWire

/// Keeps a second process out of a data folder: two writers would each believe in their own memory.
///
/// The lock ends with the process, also with a sudden end.
final class FolderLock: Sendable {
    private let handle: Locked<Int32?>

    init(folder: String) throws {
        let path = "\(folder)/lock"
        let handle = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard handle >= 0 else { throw FileFault(path: path, code: errno) }
        guard flock(handle, LOCK_EX | LOCK_NB) == 0 else {
            close(handle)
            throw StoreFault.folder(
                "the folder '\(folder)' is in use by another collector: stop that one, or name another folder"
            )
        }
        self.handle = Locked(handle)
    }

    deinit {
        self.release()
    }

    /// Lets another collector in.
    func release() {
        self.handle.withLock { handle in
            if let open = handle { close(open) }
            handle = nil
        }
    }
}

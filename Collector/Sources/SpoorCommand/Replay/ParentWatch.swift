import Dispatch
import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Ends a run that another run of this command started as soon as that other run has ended, however it did.
///
/// Children have a process group of their own, so that Ctrl-C does not reach them; and a parent killed by `SIGKILL`
/// tells nobody. But the system closes the parent's end of the pipe that is the child's standard input.
enum ParentWatch {
    /// Set in the environment of a run that is to be watched.
    static let variable = "SPOOR_ENDS_WITH_PARENT"

    /// Whether another run of this command started this one, reads its figures, and says what they mean.
    static var hasParent: Bool { ProcessInfo.processInfo.environment[self.variable] != nil }

    /// Begins to watch where the environment asks for it.
    static func beginIfAsked() {
        guard self.hasParent else { return }
        self.whenClosed(FileHandle.standardInput) {
            // As Ctrl-C would: a collector finishes and answers what it has accepted.
            kill(getpid(), SIGTERM)
        }
    }

    /// Calls `action` once the other end of a pipe is closed.
    static func whenClosed(_ input: FileHandle, _ action: @escaping @Sendable () -> Void) {
        Thread.detachNewThread {
            while !input.availableData.isEmpty {}
            action()
        }
    }
}

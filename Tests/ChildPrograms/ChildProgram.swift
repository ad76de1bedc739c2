import Foundation
import SpoorWire

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// A program that runs beside the tests.
///
/// Foundation's own way reads beyond a buffer on Linux where more than a thousand files are open, as they are while the
/// tests run: now and then that ends the process.
package final class ChildProgram: Sendable {
    /// Why a program could not be started: the system's error number.
    package struct NotStarted: Error {
        package let code: Int32
    }

    /// The number of the process.
    package let identifier: Int32
    private let status = Locked<Int32?>(nil)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: its path; without a slash it is looked for in the search path.
    ///   - arguments: what follows the program's name.
    ///   - environment: what is set beside what this process has.
    ///   - input: the descriptor that the program reads from; nil where it gets this process's own.
    ///   - output: the descriptor that it prints to; nil where it gets this process's own.
    ///   - printsErrors: whether its errors are printed.
    /// - Throws: ``NotStarted``.
    package init(
        _ program: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        input: Int32? = nil,
        output: Int32? = nil,
        printsErrors: Bool = true
    ) throws(NotStarted) {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input { posix_spawn_file_actions_adddup2(&actions, input, 0) }
        if let output { posix_spawn_file_actions_adddup2(&actions, output, 1) }
        if !printsErrors { posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) }
        #if canImport(Glibc)
        // Locks, pipes and connections of the tests are not the program's; one that is not open is passed over.
        for descriptor in 3..<min(Int32(getdtablesize()), 16_384) {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        #endif
        let merged = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        var variables = merged.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in words + variables { free(word) } }
        var identifier: pid_t = 0
        let code = posix_spawnp(&identifier, program, &actions, nil, &words, &variables)
        guard code == 0 else { throw NotStarted(code: code) }
        self.identifier = identifier
    }

    /// What the program ended with: its exit code, or minus the signal that ended it; nil while it runs.
    package var end: Int32? {
        self.status.withLock { status in
            if let status { return status }
            var word: Int32 = 0
            let answer = waitpid(self.identifier, &word, WNOHANG)
            // Neither ended nor running: somebody else was told of its end.
            if answer == -1, errno == ECHILD { status = -SIGKILL }
            guard answer == self.identifier else { return status }
            let signal = word & 0x7F
            status = signal == 0 ? (word >> 8) & 0xFF : -signal
            return status
        }
    }

    /// Waits for the program's end, and answers as ``end`` does.
    package func wait() -> Int32 {
        var information = siginfo_t()
        // Without taking its end away from `end`.
        while waitid(P_PID, id_t(self.identifier), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
        return self.end ?? -SIGKILL
    }
}

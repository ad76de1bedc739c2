/// How a command ended, as the shell sees it.
public enum ExitCode: Int32, Sendable, CaseIterable {
    /// It did what was asked.
    case success = 0
    /// It tried and failed; a message on standard error says why.
    case failure = 1
    /// The command line was wrong (`EX_USAGE` of sysexits.h); nothing was done.
    case usage = 64

    /// What the code means, for help texts.
    var meaning: String {
        switch self {
        case .success: "It did what was asked."
        case .failure: "It failed; standard error says why and what to do."
        case .usage: "The command line was wrong; nothing was done."
        }
    }
}

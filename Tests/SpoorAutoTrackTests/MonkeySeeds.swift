import Foundation

/// The seeds of tests that use an app at random: `SPOOR_MONKEY_SEED` repeats one alone.
enum MonkeySeeds {
    private static let chosen = ProcessInfo.processInfo.environment["SPOOR_MONKEY_SEED"].flatMap { UInt64($0) }

    /// The one that was chosen from outside, else some.
    static func or(_ usual: some Sequence<UInt64>) -> [UInt64] { self.chosen.map { [$0] } ?? Array(usual) }
}

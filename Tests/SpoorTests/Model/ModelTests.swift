import Foundation
import Testing

/// Random runs of the whole SDK beside a model that knows none of its rules.
struct ModelTests {
    /// How many runs; `make fuzz` asks for ten thousand.
    private static let count = ProcessInfo.processInfo.environment["SPOOR_MODEL_RUNS"].flatMap { UInt64($0) } ?? 250

    /// The first seed; a failure names its own, so that one run can be repeated.
    private static let first = ProcessInfo.processInfo.environment["SPOOR_MODEL_SEED"].flatMap { UInt64($0) } ?? 1

    @Test("What arrives is what the model says, in order, with the right people", arguments: 0..<4)
    func arrivalsEqualTheModel(part: UInt64) async {
        for seed in stride(from: Self.first + part, to: Self.first + Self.count, by: 4) {
            let steps = Step.run(seed: seed)
            let isAsked = Step.isAsked(seed: seed)
            let complaints = await Self.complaints(steps, isAsked)
            guard !complaints.isEmpty else { continue }
            let shortest = await Self.shortened(steps, isAsked)
            Issue.record(
                """
                seed \(seed)\(isAsked ? ", asked first" : ""): \(
                    await Self.complaints(shortest, isAsked).joined(separator: "; ")
                )
                shortest run that fails: \(shortest.map(\.description).joined(separator: ", "))
                """
            )
            return
        }
    }

    private static func complaints(_ steps: [Step], _ isAsked: Bool) async -> [String] {
        let world = ModelWorld(isAsked: isAsked)
        for step in steps { await world.perform(step) }
        return world.conclude()
    }

    /// Leaves out steps as long as the run still fails.
    private static func shortened(_ steps: [Step], _ isAsked: Bool) async -> [Step] {
        var shortest = steps
        var index = 0
        while index < shortest.count {
            var shorter = shortest
            shorter.remove(at: index)
            if await Self.complaints(shorter, isAsked).isEmpty {
                index += 1
            } else {
                shortest = shorter
            }
        }
        return shortest
    }
}

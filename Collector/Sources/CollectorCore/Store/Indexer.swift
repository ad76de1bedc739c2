import Foundation
import SpoorWire

/// Turns the tails of days into sorted runs, and runs into larger ones, behind the writer and at low priority.
///
/// It needs no lock on any database: the facts are in memory, and a run is a file of its own.
final class Indexer: @unchecked Sendable {
    // `isStopping` is read and changed only while `lock` is held.
    /// Adjacent runs of one size that are merged into one.
    static let runsPerMerge = 8
    /// Facts in memory over all days of a project; beyond, the longest tails are indexed though they are short.
    static let maxTailFacts = 1_000_000

    private let registry: ProjectRegistry
    private let factsPerRun: Int
    private let lock = NSCondition()
    private var isStopping = false
    private let finished = DispatchSemaphore(value: 0)

    init(registry: ProjectRegistry, factsPerRun: Int) {
        self.registry = registry
        self.factsPerRun = factsPerRun
    }

    func start() {
        let thread = Thread {
            Self.lowerPriority()
            self.run()
        }
        thread.name = "spoor.indexer"
        thread.start()
    }

    /// Ends the thread once all tails are indexed; the writer must have ended.
    func stop() {
        self.lock.lock()
        self.isStopping = true
        self.lock.signal()
        self.lock.unlock()
        self.finished.wait()
    }

    private func run() {
        while !self.waitForStop(seconds: 0.25) {
            for project in self.registry.all() { self.index(project, minimum: self.factsPerRun) }
        }
        for project in self.registry.all() { self.index(project, minimum: 0) }
        self.finished.signal()
    }

    private func waitForStop(seconds: Double) -> Bool {
        self.lock.lock()
        defer { self.lock.unlock() }
        if !self.isStopping { _ = self.lock.wait(until: Date(timeIntervalSinceNow: seconds)) }
        return self.isStopping
    }

    private func index(_ project: Project, minimum: Int) {
        let counts = project.state.withLock { state in
            state.days.compactMap { day, facts in facts.tail.isEmpty ? nil : (day, facts.tailCount) }
        }
        let total = counts.reduce(0) { $0 + $1.1 }
        let minimum = total > Self.maxTailFacts ? min(minimum, total / max(1, counts.count)) : minimum
        for (day, count) in counts where count >= minimum {
            // A run that cannot be written now is tried again later; until then the tail answers.
            try? self.index(project, day)
        }
    }

    private func index(_ project: Project, _ day: Int32) throws {
        guard let facts = project.state.withLock({ $0.days[day] }), let last = facts.tail.last else { return }
        let sorted = facts.sortedTail()
        let writer = FactRunWriter(folder: "\(project.folder)/days", day: day)
        let run = try sorted.withUnsafeBufferPointer {
            try writer.write($0, rows: (facts.indexedRow + 1)...last.rows.upperBound)
        }
        let indexed = facts.tail.count
        project.state.withLock { state in
            state.days[day]?.runs.append(run)
            state.days[day]?.tail.removeFirst(indexed)
        }
        try self.merge(project, day, writer)
    }

    /// Merges the last runs while there are enough of one size, so that a day has few runs and each fact moves seldom.
    private func merge(_ project: Project, _ day: Int32, _ writer: FactRunWriter) throws {
        while let runs = project.state.withLock({ $0.days[day]?.runs }), let last = runs.last {
            let tier = self.tier(last)
            let group = Array(runs.reversed().prefix { self.tier($0) <= tier }.reversed())
            guard group.count >= Self.runsPerMerge, let merged = try writer.merge(group) else { return }
            project.state.withLock { state in
                state.days[day]?.runs.removeLast(group.count)
                state.days[day]?.runs.append(merged)
            }
        }
    }

    private func tier(_ run: FactRun) -> Int {
        var tier = 0
        var size = self.factsPerRun
        while run.facts.count >= size * Self.runsPerMerge {
            size *= Self.runsPerMerge
            tier += 1
        }
        return tier
    }

    private static func lowerPriority() {
        #if os(Linux)
        // On Linux niceness belongs to a thread.
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        #else
        pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
        #endif
    }
}

import Foundation
import SpoorWire

/// The one thread that writes: takes all that waits, commits it project by project, answers.
///
/// It never ends on a fault: a group that cannot be stored is answered so, and the next one is tried (bug case O-35).
final class Writer: Sendable {
    /// How often memory is written down while there is traffic, and a fault is probed while there is none, in seconds.
    static let snapshotSeconds: Double = 5
    static let probeSeconds: Double = 1

    private let queue: WriterQueue
    private let registry: ProjectRegistry
    private let settings: StoreSettings
    private let health: HealthMonitor
    private let finished = DispatchSemaphore(value: 0)

    init(queue: WriterQueue, registry: ProjectRegistry, settings: StoreSettings, health: HealthMonitor) {
        self.queue = queue
        self.registry = registry
        self.settings = settings
        self.health = health
    }

    func start() {
        let thread = Thread { self.run() }
        thread.name = "spoor.writer"
        thread.start()
    }

    /// Waits until everything that was accepted is written and answered.
    func join() { self.finished.wait() }

    private func run() {
        var nextSnapshot = Date(timeIntervalSinceNow: Self.snapshotSeconds)
        while let jobs = self.queue.takeAll(waiting: self.health.hasError ? Self.probeSeconds : Self.snapshotSeconds) {
            if !jobs.isEmpty {
                self.commit(jobs)
            } else if self.health.hasError {
                self.attempt { try $0.writer.probe() }
            }
            if Date() >= nextSnapshot, !self.health.hasError {
                self.attempt { project in
                    try project.writer.snapshot()
                    try project.writer.foreignIDs.sweep(now: self.settings.now())
                }
                nextSnapshot = Date(timeIntervalSinceNow: Self.snapshotSeconds)
            }
        }
        self.attempt { try $0.writer.close() }
        self.health.ended()
        self.finished.signal()
    }

    private func commit(_ jobs: [WriterQueue.Job]) {
        self.health.began(at: self.settings.now())
        var answers: [() -> Void] = []
        var failure: IngestFailure?
        for (name, jobs) in Dictionary(grouping: jobs, by: \.batch.project) {
            let results = self.results(of: jobs.map(\.batch), project: name)
            for (job, result) in zip(jobs, results) {
                if case .failure(let reason) = result { failure = reason }
                answers.append { job.completion(result) }
            }
        }
        if let failure {
            self.health.failed(failure.description)
        } else {
            self.health.committed(at: self.settings.now())
        }
        for answer in answers { answer() }
    }

    private func results(of batches: [DecodedBatch], project: String) -> [Result<IngestReceipt, IngestFailure>] {
        do throws(ProjectError) {
            return try self.registry.project(project).writer.commit(batches)
        } catch {
            return batches.map { _ in .failure(.storeFailed(error.description)) }
        }
    }

    /// Upkeep, whose fault is a fault of the store like any other.
    private func attempt(_ work: (Project) throws -> Void) {
        do {
            for project in self.registry.all() { try work(project) }
            if self.health.hasError { self.health.committed(at: self.settings.now()) }
        } catch {
            self.health.failed("\(error)")
        }
    }
}

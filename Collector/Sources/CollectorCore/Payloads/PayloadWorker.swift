import Foundation
import SpoorWire

/// Handles stored payloads behind the writer, one after another, and removes those that have had their time.
///
/// What waits is in the files, so a sudden end loses nothing: the next start goes on where this one was.
final class PayloadWorker: @unchecked Sendable {
    // `isStopping` and `isWoken` are read and changed only while `lock` is held.
    /// Payloads of one round; they are in memory together.
    static let payloadsPerRound = 16
    /// How often it looks for payloads without being told, in seconds.
    static let roundSeconds: Double = 30
    /// How long it rests after a fault of the disk, in seconds.
    static let restSeconds: Double = 5

    private let registry: ProjectRegistry
    private let settings: StoreSettings
    private let lock = NSCondition()
    private var isStopping = false
    private var isWoken = true
    private let finished = DispatchSemaphore(value: 0)

    init(registry: ProjectRegistry, settings: StoreSettings) {
        self.registry = registry
        self.settings = settings
    }

    func start() {
        let thread = Thread { self.run() }
        thread.name = "spoor.payloads"
        // Handlers may follow deep structures.
        thread.stackSize = 4 * 1024 * 1024
        thread.start()
    }

    /// Says that there are payloads.
    func wake() {
        self.lock.lock()
        self.isWoken = true
        self.lock.signal()
        self.lock.unlock()
    }

    /// Ends the thread after the payload it is at; what waits is left to the next start.
    func stop() {
        self.lock.lock()
        self.isStopping = true
        self.lock.signal()
        self.lock.unlock()
        self.finished.wait()
    }

    private func run() {
        var isRested = true
        while self.wait(seconds: isRested ? Self.roundSeconds : Self.restSeconds, listens: isRested) {
            isRested = true
            for project in self.registry.all() {
                do {
                    while !self.isAskedToStop, try self.handleSome(of: project) {}
                    if !self.isAskedToStop { try self.expire(project) }
                } catch {
                    // Nothing is lost by it: what waits is tried again after a rest.
                    isRested = false
                }
            }
        }
        self.finished.signal()
    }

    /// Waits for payloads or some time; false when it is to end.
    private func wait(seconds: Double, listens: Bool) -> Bool {
        self.lock.lock()
        defer { self.lock.unlock() }
        let until = Date(timeIntervalSinceNow: seconds)
        while !self.isStopping && !(listens && self.isWoken) {
            if !self.lock.wait(until: until) { break }
        }
        self.isWoken = false
        return !self.isStopping
    }

    private var isAskedToStop: Bool {
        self.lock.lock()
        defer { self.lock.unlock() }
        return self.isStopping
    }

    /// Handles some payloads; false when none waits.
    private func handleSome(of project: Project) throws -> Bool {
        let taken = try project.payloads.take(limit: Self.payloadsPerRound)
        guard !taken.isEmpty else { return false }
        try project.payloads.finish(
            taken.map { entry in (id: entry.record.id, result: self.result(entry.record, entry.bytes)) }
        )
        return true
    }

    private func result(_ record: PayloadRecord, _ bytes: [UInt8]?) -> Result<PayloadFinding, PayloadFault> {
        guard let bytes else { return .failure(PayloadFault("The payload is damaged on the collector's disk.")) }
        do {
            return .success(try self.settings.payloadHandler.handle(record, bytes: bytes))
        } catch let fault as PayloadFault {
            return .failure(fault)
        } catch {
            return .failure(PayloadFault("\(error)"))
        }
    }

    private func expire(_ project: Project) throws {
        guard let days = self.settings.payloadDays else { return }
        let end = self.settings.now() - Int64(days) * Day.milliseconds
        while !self.isAskedToStop, try project.payloads.remove(receivedBefore: end) > 0 {}
    }
}

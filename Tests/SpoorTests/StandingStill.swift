import Foundation
import Spoor
import SpoorStore
import SpoorTesting
import SpoorWire

/// Storage whose work stands still at one place, once it is armed, until it is let go.
final class StandingStill: Sendable {
    /// Where the work stands still.
    enum Place: String, CaseIterable, Sendable {
        case databaseCommit, stateWrite, segmentCreation, vaultWrite, deviceFacts
    }

    private enum Phase { case idle, armed, holding, open }

    let place: Place
    private let phase = Locked(Phase.idle)
    private let gate = DispatchSemaphore(value: 0)
    private let isInside = DispatchSemaphore(value: 0)

    init(_ place: Place) {
        self.place = place
    }

    /// Whether work stands still now.
    var isHolding: Bool { self.phase.withLock { $0 == .holding } }

    func arm() {
        self.phase.withLock { if $0 == .idle { $0 = .armed } }
    }

    /// Called by the storage: does not return before `letGo`, where this is the place.
    func hold(_ place: Place) {
        let mustWait = self.phase.withLock { phase in
            guard place == self.place, phase == .armed || phase == .holding else { return false }
            phase = .holding
            return true
        }
        guard mustWait else { return }
        self.isInside.signal()
        self.gate.wait()
        self.gate.signal()
    }

    func letGo() {
        self.phase.withLock { $0 = .open }
        self.gate.signal()
    }

    /// Makes the tracker's work arrive at the place, and waits until it stands there; on a thread of its own.
    func provoke(_ tracker: Tracker) async {
        self.arm()
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                self.arrive(tracker)
                continuation.resume()
            }
        }
    }

    private func arrive(_ tracker: Tracker) {
        for _ in 0..<200 {
            switch self.place {
            case .databaseCommit, .deviceFacts: tracker.track("first")
            case .stateWrite: tracker.registerSuperProperties(["first": 1])
            case .segmentCreation:
                for _ in 0..<100 { tracker.track("first", ["text": "a text that fills the segment"]) }
            case .vaultWrite: tracker.identify("first")
            }
            if self.isInside.wait(timeout: .now() + .milliseconds(300)) == .success { return }
        }
    }
}

/// Files that stand still while the state is written.
struct StandingFiles: FileAccess {
    private let standing: StandingStill
    private let files = PosixFileAccess()

    init(_ standing: StandingStill) {
        self.standing = standing
    }

    func write(_ path: String, _ bytes: [UInt8]) throws(PosixError) {
        if path.hasSuffix("/state") { self.standing.hold(.stateWrite) }
        try self.files.write(path, bytes)
    }

    func probe(_ path: String) throws(PosixError) -> Bool { try self.files.probe(path) }
    func read(_ path: String) throws(PosixError) -> [UInt8]? { try self.files.read(path) }
    func rename(_ path: String, to target: String) throws(PosixError) { try self.files.rename(path, to: target) }
    func remove(_ path: String) throws(PosixError) { try self.files.remove(path) }
    func names(in folder: String) throws(PosixError) -> [String] { try self.files.names(in: folder) }
    func witness(_ path: String) throws(PosixError) -> String { try self.files.witness(path) }
}

/// Files of the journal that stand still while one is made.
struct StandingSegments: SegmentFiles {
    private let standing: StandingStill
    private let files = PosixSegmentFiles()

    init(_ standing: StandingStill) {
        self.standing = standing
    }

    func create(_ path: String, bytes: Int) throws(PosixError) -> UnsafeMutablePointer<UInt8> {
        self.standing.hold(.segmentCreation)
        return try self.files.create(path, bytes: bytes)
    }

    func map(_ path: String, bytes: Int) throws(PosixError) -> UnsafeMutablePointer<UInt8> {
        self.standing.hold(.segmentCreation)
        return try self.files.map(path, bytes: bytes)
    }

    func unmap(_ base: UnsafeMutablePointer<UInt8>, bytes: Int) { self.files.unmap(base, bytes: bytes) }

    func read(_ path: String, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(PosixError) -> Int {
        try self.files.read(path, into: buffer, at: offset)
    }

    func size(_ path: String) throws(PosixError) -> Int { try self.files.size(path) }
    func remove(_ path: String) throws(PosixError) { try self.files.remove(path) }
}

/// A vault that stands still while something is written or removed.
struct StandingVault: KeyValueVault {
    private let standing: StandingStill
    private let vault = MemoryVault()

    init(_ standing: StandingStill) {
        self.standing = standing
    }

    func read(_ key: String) -> VaultReading<String> { self.vault.read(key) }

    func write(_ value: String, forKey key: String) -> String? {
        self.standing.hold(.vaultWrite)
        return self.vault.write(value, forKey: key)
    }

    func remove(_ key: String) -> String? {
        self.standing.hold(.vaultWrite)
        return self.vault.remove(key)
    }
}

/// A device that stands still while it is asked.
struct StandingFacts: DeviceFactsSource {
    private let standing: StandingStill

    init(_ standing: StandingStill) {
        self.standing = standing
    }

    func read() -> DeviceFacts {
        self.standing.hold(.deviceFacts)
        return DeviceFacts()
    }
}

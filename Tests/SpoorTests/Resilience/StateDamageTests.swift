import Foundation
import Spoor
import SpoorTesting
import SpoorWire
import Testing

/// Files that are gone or damaged grant nothing that was taken back.
struct StateDamageTests {
    /// What happens to a file.
    enum Harm: String, CaseIterable, Sendable {
        case removed, emptied, cut, random, oneBit, nonsense
    }

    /// Which files it happens to.
    enum Victims: String, CaseIterable, Sendable {
        case state, copy, both, stateAndDatabase, copyAndDatabase

        var names: [String] {
            switch self {
            case .state: ["state"]
            case .copy: ["state.copy"]
            case .both: ["state", "state.copy"]
            case .stateAndDatabase: ["state", "records.sqlite", "records.sqlite-wal", "records.ledger"]
            case .copyAndDatabase: ["state.copy", "records.sqlite", "records.sqlite-wal", "records.ledger"]
            }
        }

        /// Whether one of the two files with the identity is left.
        var keepsIdentity: Bool { self != .both }
    }

    enum Choice: String, CaseIterable, Sendable {
        case optOut, optOutAndForget, oneCategory, optInAgain
    }

    private func harm(_ path: String, _ harm: Harm) throws {
        let url = URL(fileURLWithPath: path)
        guard FileManager.default.fileExists(atPath: path) else { return }
        var bytes = [UInt8](try Data(contentsOf: url))
        var random = SeededGenerator(seed: 77)
        switch harm {
        case .removed: return try FileManager.default.removeItem(at: url)
        case .emptied: bytes = []
        case .cut: bytes.removeLast((bytes.count + 1) / 2)
        case .random: bytes = bytes.map { _ in UInt8(truncatingIfNeeded: random.next()) }
        case .oneBit: if !bytes.isEmpty { bytes[bytes.count - 1] ^= 4 }
        case .nonsense: bytes = Array("nonsense".utf8)
        }
        try Data(bytes).write(to: url)
    }

    private func choose(_ choice: Choice, _ tracker: Tracker) {
        switch choice {
        case .optOut: tracker.optOut()
        case .optOutAndForget: tracker.optOutAndForget()
        case .oneCategory: tracker.setConsent(.autoTrack, granted: false)
        case .optInAgain:
            tracker.optOut()
            tracker.optIn()
        }
    }

    @Test(
        "The state damaged in any way: what was chosen holds, and who was recorded",
        arguments: Choice.allCases,
        Victims.allCases
    )
    func whatWasChosenHolds(choice: Choice, victims: Victims) async throws {
        for harm in Harm.allCases {
            for isKilled in [false, true] {
                let label = "\(choice) \(victims) \(harm) \(isKilled)"
                let bench = TestBench()
                let tracker = bench.start()
                tracker.login("ann")
                tracker.track("before")
                bench.scheduler.advance(by: .seconds(1))
                let former = tracker.anonymousID
                self.choose(choice, tracker)
                bench.scheduler.advance(by: .seconds(1))
                _ = await bench.flush(tracker)
                let visitor = tracker.anonymousID
                if isKilled {
                    bench.scheduler.forgetWork()
                    try FileManager.default.moveItem(atPath: bench.folder, toPath: bench.folder + "-killed")
                    try FileManager.default.copyItem(atPath: bench.folder + "-killed", toPath: bench.folder)
                    try FileManager.default.removeItem(atPath: bench.folder + "-killed")
                } else {
                    await bench.stop(tracker)
                }
                for name in victims.names { try self.harm("\(bench.folder)/default/\(name)", harm) }
                // Twice: what was taken up is kept again.
                for _ in 0..<2 {
                    let sent = bench.collector.names.count
                    let heir = bench.start()
                    bench.scheduler.advance(by: .milliseconds(10))
                    let isOut = choice == .optOut || choice == .optOutAndForget
                    #expect(heir.isOptedOut == isOut, "\(label)")
                    #expect((heir.consent(for: .autoTrack) == .granted) == (choice == .optInAgain), "\(label)")
                    #expect((heir.track("after") == .dropped(.optedOut)) == isOut, "\(label)")
                    if choice == .optOutAndForget {
                        #expect(heir.loginID == nil && heir.anonymousID != former, "\(label)")
                    } else if victims.keepsIdentity {
                        #expect(heir.loginID == "ann" && heir.anonymousID == visitor, "\(label)")
                    }
                    _ = await bench.flush(heir)
                    #expect((bench.collector.names.count == sent) == isOut, "\(label)")
                    await bench.stop(heir)
                }
                if victims == .state || victims == .both {
                    #expect(bench.warnings("The state file was") == 1, "\(label) \(bench.log.withLock { $0 })")
                }
                withExtendedLifetime(tracker) {}
            }
        }
    }

    @Test("Changes of state are kept after everything but the state file is gone")
    func changesAreKeptWithoutTheDatabase() async throws {
        let bench = TestBench()
        let tracker = bench.start()
        for number in 0..<30 { tracker.registerSuperProperties(["n": number]) }
        bench.scheduler.advance(by: .seconds(1))
        await bench.stop(tracker)
        let folder = bench.folder + "/default"
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasPrefix("records.") {
            try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
        let heir = bench.start()
        bench.scheduler.advance(by: .seconds(1))
        heir.optOut()
        await bench.stop(heir)
        let last = bench.start()
        bench.scheduler.advance(by: .seconds(1))
        #expect(last.isOptedOut)
        await bench.stop(last)
    }
}

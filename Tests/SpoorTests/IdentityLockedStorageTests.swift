import Foundation
import Spoor
import SpoorChannel
import SpoorStore
import SpoorTesting
import SpoorWire
import Testing

/// Bug case O-27: what cannot be read now is not taken for what is not there.
struct IdentityLockedStorageTests {
    private static let day: Int64 = 86_400_000
    private let bench = TestBench()

    /// An earlier run of the day before: D1, U1, five events that wait.
    private func leaveQueue() async throws -> String {
        let tracker = self.bench.start { $0.channel.isUploadEnabled = false }
        let device = try #require(tracker.anonymousID)
        tracker.login("U1")
        for number in 2...5 { tracker.track("e\(number)") }
        await self.bench.stop(tracker)
        self.bench.scheduler.jumpWallClock(byMilliseconds: Self.day)
        return device
    }

    private func expect(_ device: String, install: String?) throws {
        let events = self.bench.collector.events
        #expect(self.bench.collector.names == ["$SignUp", "e2", "e3", "e4", "e5", "held1", "held2", "now"])
        #expect(events.allSatisfy { $0["distinct_id"]?.stringValue == "U1" })
        #expect(events.allSatisfy { $0["login_id"]?.stringValue == "U1" })
        #expect(events.allSatisfy { $0["anonymous_id"]?.stringValue == device })
        #expect(Set(events.map { $0["_install"]?.stringValue }).count == 1)
        // Flags of the first launch are those of the first launch.
        let flags = events.map { $0["properties"]?["$is_first_day"] }
        #expect(flags.first == .some(nil))
        #expect(flags[1..<5].allSatisfy { $0 == .bool(true) } && flags.suffix(3).allSatisfy { $0 == .bool(false) })
    }

    @Test(
        "O-27 files that cannot be read now: nothing is made anew, all eight events keep D1 and U1",
        arguments: [
            ["state"],  // O-27/file O-27/events-keep-identity
            ["records.sqlite"],  // O-27/database
            ["state", "records.sqlite"],
        ]
    )
    func lockedFiles(names: Set<String>) async throws {
        let device = try await self.leaveQueue()
        let files = ManualFiles(locked: names)
        self.bench.surroundings.withLock { change in
            change = { $0.adjustStorage = { $0.files = files } }
        }
        let tracker = self.bench.start()
        #expect(tracker.track("held1") == .held && tracker.track("held2") == .held)
        self.bench.scheduler.advance(by: .seconds(60))
        #expect(tracker.distinctID == nil && tracker.anonymousID == nil && tracker.deviceID == nil)
        #expect(tracker.identities.isEmpty)
        #expect(self.bench.transport.requests.isEmpty)
        files.unlock()
        self.bench.scheduler.advance(by: .seconds(2))
        #expect(tracker.loginID == "U1" && tracker.anonymousID == device && tracker.deviceID == device)
        #expect(tracker.track("now").isRecorded)
        _ = await self.bench.flush(tracker)
        try self.expect(device, install: nil)
        await self.bench.stop(tracker)
    }

    // O-27/keychain O-27/defaults
    @Test("O-27 a vault that cannot be read now changes nothing while the state can be")
    func lockedVaultBesideReadableState() async throws {
        let device = try await self.leaveQueue()
        self.bench.vault.isLocked = true
        let kept = self.bench.vault.texts
        let tracker = self.bench.start()
        #expect(tracker.track("held1").isRecorded && tracker.track("held2").isRecorded)
        // Nor is anything written that may hide what cannot be read.
        #expect(self.bench.log.withLock { $0.isEmpty })
        self.bench.vault.isLocked = false
        #expect(tracker.track("now").isRecorded)
        _ = await self.bench.flush(tracker)
        try self.expect(device, install: nil)
        #expect(self.bench.vault.texts == kept && kept.values.contains(device))
        await self.bench.stop(tracker)
    }

    @Test(
        "O-27 the app was deleted, and the vault cannot be read yet: the visitor is found, not made anew",
        arguments: [["anonymous_id.default", "device_id"], ["anonymous_id.default"], ["device_id"]]
    )
    func lockedVaultWithoutState(keys: Set<String>) async throws {
        let device = try await self.leaveQueue()
        try FileManager.default.removeItem(atPath: self.bench.folder)
        let kept = self.bench.vault.texts
        self.bench.vault.lockedKeys = keys
        let tracker = self.bench.start()
        #expect(tracker.track("held") == .held)
        self.bench.scheduler.advance(by: .seconds(300))
        #expect(tracker.distinctID == nil && self.bench.transport.requests.isEmpty)
        #expect(self.bench.log.withLock { $0.filter { $0.contains("locked") }.count } == 1)
        self.bench.vault.lockedKeys = []
        self.bench.scheduler.advance(by: .seconds(2))
        #expect(tracker.anonymousID == device && tracker.deviceID == device && tracker.loginID == nil)
        #expect(self.bench.vault.texts == kept)
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.events.map { $0["distinct_id"]?.stringValue } == [device])
        await self.bench.stop(tracker)
    }

    @Test("O-27 the state file is lost, and the vault cannot be read yet: queued and new events are one visitor's")
    func lostStateBesideLockedVault() async throws {
        let device = try await self.leaveQueue()
        for name in ["state", "state.copy"] {
            try FileManager.default.removeItem(atPath: "\(self.bench.folder)/default/\(name)")
        }
        self.bench.vault.isLocked = true
        let tracker = self.bench.start()
        #expect(tracker.track("held") == .held)
        self.bench.scheduler.advance(by: .seconds(10))
        #expect(self.bench.transport.requests.isEmpty)
        self.bench.vault.isLocked = false
        self.bench.scheduler.advance(by: .seconds(2))
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.events.count == 6)
        #expect(self.bench.collector.events.allSatisfy { $0["anonymous_id"]?.stringValue == device })
        await self.bench.stop(tracker)
    }

    @Test("O-27 the platform's identifier is not known yet: no random one takes its place")
    func unknownPlatformIdentifier() async throws {
        let source = ManualDeviceIdentifier(.unreadable("The device was not unlocked yet."))
        self.bench.surroundings.withLock { $0 = { $0.deviceIdentifier = source } }
        let tracker = self.bench.start()
        #expect(tracker.track("held") == .held)
        self.bench.scheduler.advance(by: .seconds(30))
        #expect(tracker.anonymousID == nil)
        source.set(.value(DeviceIdentifier(key: IdentityKey.vendor, value: "IDFV-1")))
        self.bench.scheduler.advance(by: .seconds(2))
        #expect(tracker.anonymousID == "IDFV-1" && tracker.deviceID == "IDFV-1")
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.events.first?["identities"]?["$identity_idfv"]?.stringValue == "IDFV-1")
        await self.bench.stop(tracker)
    }

    // O-27/absent
    @Test("O-27 where nothing is there, and that is certain, a visitor is made and kept in both places")
    func absentIsAFreshInstallation() async throws {
        let tracker = self.bench.start()
        #expect(tracker.track("first").isRecorded)
        let device = try #require(tracker.anonymousID)
        #expect(
            self.bench.vault.texts == ["anonymous_id.default": device, "device_id": "$identity_anonymous_id=\(device)"]
        )
        _ = await self.bench.flush(tracker)
        #expect(self.bench.collector.events.first?["properties"]?["$is_first_day"] == .bool(true))
        await self.bench.stop(tracker)
        let again = self.bench.start()
        #expect(again.anonymousID == device)
        #expect(self.bench.vault.writes == 2)
        await self.bench.stop(again)
    }

    @Test("O-27 a vault's strange content is passed over, and one that cannot be written is told once")
    func strangeVault() async throws {
        let vault = MemoryVault(["anonymous_id.default": " ", "device_id": "no key"])
        vault.writeProblem = "There is no room."
        self.bench.surroundings.withLock { $0 = { $0.vault = vault } }
        let tracker = self.bench.start()
        #expect(tracker.anonymousID?.isEmpty == false && tracker.deviceID == tracker.anonymousID)
        #expect(self.bench.log.withLock { $0.filter { $0.contains("There is no room.") }.count } == 2)
        await self.bench.stop(tracker)
    }
}

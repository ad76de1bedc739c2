import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// What names the device: supplied, platform's, random; and what outlives the app's folder.
struct IdentityDeviceTests {
    private let bench = TestBench()

    private func use(_ source: ManualDeviceIdentifier) {
        self.bench.surroundings.withLock { $0 = { $0.deviceIdentifier = source } }
    }

    private func last(_ tracker: Tracker) async throws -> JSONValue {
        tracker.track("x")
        _ = await self.bench.flush(tracker)
        return try #require(self.bench.collector.events.last)
    }

    @Test(arguments: [
        (IdentityKey.vendor, IdentityKey.appleRandom), (IdentityKey.macSerial, IdentityKey.macRandom),
    ])
    func thePlatformsIdentifierIsDeviceAndVisitor(key: String, randomKey: String) async throws {
        self.use(ManualDeviceIdentifier(.value(DeviceIdentifier(key: key, value: "P-1")), randomKey: randomKey))
        let tracker = self.bench.start()
        let event = try await self.last(tracker)
        #expect(event["distinct_id"]?.stringValue == "P-1" && event["anonymous_id"]?.stringValue == "P-1")
        #expect(event["properties"]?["$device_id"]?.stringValue == "P-1")
        #expect(event["identities"] == [key: "P-1", "$identity_anonymous_id": "P-1"] as JSONValue?)
        #expect(self.bench.vault.texts["device_id"] == "\(key)=P-1")
        await self.bench.stop(tracker)
    }

    @Test func withoutAPlatformsIdentifierARandomOneTakesItsPlace() async throws {
        self.use(ManualDeviceIdentifier(.absent, randomKey: IdentityKey.appleRandom))
        let tracker = self.bench.start()
        let device = try #require(tracker.deviceID)
        #expect(device.count == 36)
        let event = try await self.last(tracker)
        #expect(event["identities"]?["$identity_ios_uuid"]?.stringValue == device)
        await self.bench.stop(tracker)
    }

    @Test func theDevicesIdStaysWhenThePlatformsChanges() async throws {
        self.use(ManualDeviceIdentifier(.value(DeviceIdentifier(key: IdentityKey.vendor, value: "P-1"))))
        await self.bench.stop(self.bench.start())
        self.use(ManualDeviceIdentifier(.value(DeviceIdentifier(key: IdentityKey.vendor, value: "P-2"))))
        let tracker = self.bench.start()
        #expect(tracker.deviceID == "P-1" && tracker.anonymousID == "P-1")
        await self.bench.stop(tracker)
    }

    @Test func theAdvertisingIdentifierIsUsedWhileSuppliedAndNeverKept() async throws {
        self.use(ManualDeviceIdentifier(.value(DeviceIdentifier(key: IdentityKey.vendor, value: "P-1"))))
        let tracker = self.bench.start { $0.advertisingID = "AD-1" }
        #expect(tracker.deviceID == "AD-1" && tracker.anonymousID == "P-1")
        let with = try await self.last(tracker)
        #expect(with["properties"]?["$device_id"]?.stringValue == "AD-1")
        #expect(with["identities"]?["$identity_idfa"]?.stringValue == "AD-1")
        #expect(with["identities"]?["$identity_idfv"]?.stringValue == "P-1")
        tracker.setAdvertisingID("00000000-0000-0000-0000-000000000000")
        let without = try await self.last(tracker)
        #expect(without["properties"]?["$device_id"]?.stringValue == "P-1")
        #expect(without["identities"]?["$identity_idfa"] == nil)
        tracker.login("ann")
        tracker.setAdvertisingID("AD-2")
        #expect(tracker.identities["$identity_idfa"] == "AD-2" && tracker.loginID == "ann")
        await self.bench.stop(tracker)
        let again = self.bench.start()
        #expect(again.deviceID == "P-1" && again.identities["$identity_idfa"] == nil)
        #expect(!self.bench.vault.texts.values.contains { $0.contains("AD-") })
        await self.bench.stop(again)
    }

    @Test func aHiddenDeviceIsToldAsATokenOnly() async throws {
        self.use(ManualDeviceIdentifier(.value(DeviceIdentifier(key: IdentityKey.vendor, value: "P-1"))))
        let tracker = self.bench.start { $0.hidesDeviceID = true }
        let event = try await self.last(tracker)
        #expect(event["properties"]?["$device_id"] == nil)
        #expect(event["identities"]?.objectValue?.map(\.key) == ["$identity_anonymous_id"])
        #expect(event["properties"]?["$anonymization_id"]?.stringValue == "UC0x")
        #expect(event["distinct_id"]?.stringValue != "P-1")
        await self.bench.stop(tracker)
    }

    @Test func theVaultGivesAReinstalledAppItsVisitorBack() async throws {
        let vault = MemoryVault(["anonymous_id.default": "V-1", "device_id": "$identity_idfv=P-0"])
        self.bench.surroundings.withLock { change in
            change = {
                $0.vault = vault
                $0.deviceIdentifier = ManualDeviceIdentifier(.unreadable("never asked"))
            }
        }
        let tracker = self.bench.start { $0.anonymousID = "of the configuration" }
        #expect(tracker.anonymousID == "V-1" && tracker.deviceID == "P-0")
        tracker.clearVault()
        self.bench.scheduler.settle()
        #expect(vault.texts.isEmpty)
        vault.isLocked = true
        tracker.clearVault()
        self.bench.scheduler.settle()
        #expect(self.bench.log.withLock { $0.filter { $0.contains("stays in the vault") }.count } == 2)
        await self.bench.stop(tracker)
    }

    @Test func trackersOfOneAppShareTheDeviceNotTheVisitor() async {
        let first = self.bench.start()
        let second = self.bench.start { $0.name = "audit" }
        second.identify("V-2")
        self.bench.scheduler.settle()
        #expect(first.deviceID == second.deviceID)
        #expect(self.bench.vault.texts["anonymous_id.default"] == first.anonymousID)
        #expect(self.bench.vault.texts["anonymous_id.audit"] == "V-2")
        await self.bench.stop(first)
        await self.bench.stop(second)
    }
}

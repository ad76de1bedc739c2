import Foundation
import SpoorWire
import Testing

/// Small packets that would fill the memory.
struct PacketLimitTests {
    private let world: PacketWorld

    init() throws { self.world = try PacketWorld() }

    /// What the bytes are refused for.
    private func fault(_ form: PacketForm, _ bytes: [UInt8], _ limits: PacketLimits) -> PacketError.Fault? {
        do throws(PacketError) {
            _ = try form.decode(bytes, self.world.keyring, limits)
            return nil
        } catch {
            return error.fault
        }
    }

    @Test(arguments: PacketForm.allCases, [0, 1, 2])
    func gzipBombsAreRefused(form: PacketForm, encryption: Int) throws {
        guard form != .body || encryption > 0 else { return }
        let text = String(repeating: "a", count: 3_000_000)
        let bomb = PacketWorld.record("p-1", ",\"x\":\"\(text)\"", payload: [])
        let bytes = try form.encode([bomb], self.world.encryptions[encryption], with: PacketEncoder())
        #expect(bytes.count < 20_000)
        let size = form == .body ? bomb.meta.count + 2 : bomb.meta.count
        #expect(self.fault(form, bytes, PacketLimits(maxInflatedBytes: size)) == nil)
        for limit in [0, 1, 100_000, size - 1] {
            let part: PacketError.Part = form == .body ? .packet : .metas
            #expect(self.fault(form, bytes, PacketLimits(maxInflatedBytes: limit)) == .overLimit(part, limit: limit))
        }
    }

    // Each payload may be within the limit, and all of them together beyond it.
    @Test(arguments: [PacketForm.v1, .v2])
    func theLimitIsOfAllBlocksTogether(form: PacketForm) throws {
        let records = (0..<100).map { PacketWorld.record("p-\($0)", payload: [UInt8](repeating: 0, count: 100_000)) }
        let bytes = try form.encode(records, .none, with: PacketEncoder())
        let metas = records.reduce(99) { $0 + $1.meta.count }
        #expect(self.fault(form, bytes, PacketLimits(maxInflatedBytes: metas + 10_000_000)) == nil)
        #expect(
            self.fault(form, bytes, PacketLimits(maxInflatedBytes: metas + 9_999_999))
                == .overLimit(.payload(99), limit: 99_999)
        )
        #expect(
            self.fault(form, bytes, PacketLimits(maxInflatedBytes: metas + 250_000))
                == .overLimit(.payload(2), limit: 50_000)
        )
    }

    @Test(arguments: [PacketForm.v2, .v1Metas])
    func recordsAreCountedBeforeTheyAreMade(form: PacketForm) throws {
        let records = [PacketRecord](repeating: PacketRecord(reportID: "", meta: [0x7B, 0x7D]), count: 1001)
        let bytes = try form.encode(records, .none, with: PacketEncoder())
        #expect(self.fault(form, bytes, PacketLimits(maxRecords: 1001)) == nil)
        #expect(self.fault(form, bytes, PacketLimits(maxRecords: 1000)) == .tooManyRecords(limit: 1000))
    }

    @Test(arguments: PacketForm.allCases)
    func aPacketBeyondTheLimitIsNotLookedAt(form: PacketForm) {
        let bytes = [UInt8](repeating: 0, count: 1001)
        #expect(self.fault(form, bytes, PacketLimits(maxPacketBytes: 1000)) == .overLimit(.packet, limit: 1000))
    }

    // Lengths that the packet only claims cost nothing.
    @Test func claimedLengthsAreComparedWithWhatIsThere() {
        let header = Array("SPOR".utf8) + [2, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
        let claimed = PacketSurgery.checksummed(header + [UInt8](repeating: 0, count: 100))
        #expect(self.fault(.v2, claimed, PacketLimits()) == .truncated(needed: 65_535 * 12, found: 100))
        let first: [UInt8] = [0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0xFF, count: 255 * 4)
        #expect(self.fault(.v1, first, PacketLimits()) == .truncated(needed: 65_535 + 255 * 0xFFFF_FFFF, found: 0))
    }

    /// Whatever a header claims, and whether or not the checksum vouches for it, no memory is taken for more than came.
    @Test(arguments: PacketForm.allCases, [0, 1, 2])
    func claimsTakeNoMemory(form: PacketForm, encryption: Int) throws {
        guard form != .body || encryption > 0 else { return }
        let records = form.carried((0..<3).map { PacketWorld.record("p-\($0)", payload: [1, 2, 3]) })
        let whole = try form.encode(records, self.world.encryptions[encryption], with: PacketEncoder())
        let before = Self.mostAddresses()
        for place in 0..<min(140, whole.count - 4) {
            for claim in [[0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF]] as [[UInt8]] {
                var bytes = whole
                bytes.replaceSubrange(place..<place + 4, with: claim)
                _ = self.fault(form, bytes, PacketLimits())
                guard form == .v2 || form == .body else { continue }
                _ = self.fault(form, PacketSurgery.checksummed(bytes), PacketLimits())
            }
        }
        // A single claim that is believed takes 2 GiB of addresses or more, whether or not it is written to.
        #expect(Self.mostAddresses() - before < 1 << 30)
    }

    /// The most bytes of addresses that the process ever had, as far as the system tells.
    private static func mostAddresses() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmPeak:") } ?? ""
        return (Int(line.filter(\.isNumber)) ?? 0) << 10
    }
}

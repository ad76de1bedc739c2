import Foundation
import SpoorWire
import Testing

/// Packets of all forms, cut, flipped, lengthened and stuffed: each is refused with a sentence, or read whole.
struct PacketFuzzTests {
    /// How many packets; `make fuzz` asks for two hundred thousand.
    private static let count = ProcessInfo.processInfo.environment["SPOOR_PACKET_FUZZ"].flatMap { Int($0) } ?? 4000

    /// The first seed; a failure names its own.
    private static let seed = ProcessInfo.processInfo.environment["SPOOR_PACKET_SEED"].flatMap { UInt64($0) } ?? 1

    private static let limits = PacketLimits(maxPacketBytes: 65_536, maxInflatedBytes: 65_536, maxRecords: 500)

    @Test(arguments: 0..<2)
    func mutatedPacketsAreRefusedOrReadWhole(part: Int) throws {
        let world = try PacketWorld()
        var random = SeededRandom(seed: 77)
        let records = PacketWorld.records(6, using: &random)
        let originals = try world.all.map { form, encryption in
            (form, try form.encode(form.carried(records), encryption, with: PacketEncoder()))
        }
        var refused = 0
        var tried = 0
        for index in stride(from: part, to: Self.count, by: 2) {
            let seed = Self.seed + UInt64(index)
            var random = SeededRandom(seed: seed)
            let (form, original) = originals[index / 2 % originals.count]
            let mutated = PacketMutation.mutated(original, form: form, using: &random)
            tried += 1
            do throws(PacketError) {
                let read = try form.decode(mutated, world.keyring, Self.limits)
                if read.count > Self.limits.maxRecords { Issue.record("seed \(seed): \(read.count) records") }
                let bytes = read.reduce(0) { $0 + $1.meta.count + ($1.payload?.count ?? 0) }
                if bytes > Self.limits.maxInflatedBytes { Issue.record("seed \(seed): \(bytes) bytes came out") }
            } catch {
                refused += 1
                let text = error.description
                if !text.hasSuffix(".") || text.contains("\n") || text.utf8.count > 300 {
                    Issue.record("seed \(seed): '\(text)' is no sentence")
                }
            }
        }
        #expect(tried >= Self.count / 2)
        #expect(refused > tried / 2, "most mutations must be noticed")
    }

    @Test func noiseIsRefused() throws {
        let world = try PacketWorld()
        var taken = 0
        for seed in 1...1000 as ClosedRange<UInt64> {
            var random = SeededRandom(seed: seed)
            let noise = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            for form in PacketForm.allCases {
                do throws(PacketError) {
                    _ = try form.decode(noise, world.keyring, Self.limits)
                    taken += 1
                } catch {
                    if error.description.isEmpty { Issue.record("seed \(seed): no reason") }
                }
            }
        }
        #expect(taken == 0)
    }
}

/// One to three changes of a packet; half of those with a checksum get a new one, so that the decoder goes on.
enum PacketMutation {
    static func mutated(_ original: [UInt8], form: PacketForm, using random: inout SeededRandom) -> [UInt8] {
        var bytes = original
        for _ in 0..<Int.random(in: 1...3, using: &random) { self.change(&bytes, using: &random) }
        guard form == .v2 || form == .body, Bool.random(using: &random) else { return bytes }
        return PacketSurgery.checksummed(bytes)
    }

    private static func change(_ bytes: inout [UInt8], using random: inout SeededRandom) {
        guard !bytes.isEmpty else { return bytes.append(UInt8.random(in: 0...255, using: &random)) }
        let place = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<7, using: &random) {
        case 0: bytes.removeLast(bytes.count - place)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2:
            bytes[min(place, bytes.count - 1, Int.random(in: 0..<160, using: &random))] = UInt8.random(
                in: 0...255,
                using: &random
            )
        case 3:
            // A length of the header's: 0, 1, all ones, or a little more or less.
            let field = Int.random(in: 0..<max(1, min(40, bytes.count - 4)), using: &random)
            let value = [0, 1, 0xFFFF_FFFF, 0x7FFF_FFFF, UInt32.random(in: 0...2000, using: &random)].randomElement(
                using: &random
            )
            for (index, byte) in PacketSurgery.big(value ?? 0, 4).enumerated() where field + index < bytes.count {
                bytes[field + index] = byte
            }
        case 4:
            let count = Int.random(in: 1...40, using: &random)
            bytes.insert(contentsOf: (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }, at: place)
        case 5: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...40, using: &random)))
        default:
            let end = min(bytes.count, place + Int.random(in: 1...64, using: &random))
            bytes.append(contentsOf: bytes[place..<end])
        }
    }
}

import CollectorCore
import CollectorServer
import Foundation
import SpoorWire
import Testing

struct PacketFuzzTests {
    /// A generator that gives the same numbers every time.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            self.state &+= 0x9E37_79B9_7F4A_7C15
            var value = self.state
            value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
            return value ^ value >> 31
        }
    }

    private static func mutated(_ body: [UInt8], _ numbers: inout Numbers) -> [UInt8] {
        var body = body
        for _ in 0...Int.random(in: 0...2, using: &numbers) {
            guard !body.isEmpty else { return body }
            let place = Int.random(in: 0..<body.count, using: &numbers)
            switch Int.random(in: 0..<6, using: &numbers) {
            case 0: body[place] ^= 1 << UInt8.random(in: 0...7, using: &numbers)
            case 1: body.removeLast(body.count - place)
            case 2: body.insert(UInt8.random(in: .min ... .max, using: &numbers), at: place)
            case 3: body.removeSubrange(place..<min(place + 16, body.count))
            case 4: body += body[place...]
            // Lengths stand at the beginning.
            default: body[min(place % 24, body.count - 1)] = UInt8.random(in: .min ... .max, using: &numbers)
            }
        }
        return body
    }

    /// A few thousand damaged bodies for each form: an answer to each, and a collector that is well behind them.
    @Test(arguments: PacketBench.Form.allCases, PacketBench.Kind.allCases)
    func damagedBodiesAreAnswered(form: PacketBench.Form, kind: PacketBench.Kind) throws {
        let folder = NSTemporaryDirectory() + "spoor-fuzz-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let collector = try Collector(CollectorConfiguration(store: StoreSettings(folder: folder, timeZone: .gmt)))
        defer { collector.stop() }
        let bench = try PacketBench(data: folder)
        let body = try PacketBench.body(form, ["p-1", "p-2", "p-3"], bench.encryption(kind))
        var numbers = Numbers(state: UInt64(body.count))
        let answers = Locked<[Int: Int]>([:])
        let answered = DispatchSemaphore(value: 0)
        var headers: HTTPHeaders = [:]
        for (name, value) in PacketBench.headers(form, kind) { headers[name] = value }
        let rounds = 400
        for _ in 0..<rounds {
            let request = HTTPRequest(
                method: .post,
                target: "\(form.rawValue)?project=shop",
                headers: headers,
                body: ByteBlock(Self.mutated(body, &numbers))
            )
            collector.router.handle(request) { response in
                answers.withLock { $0[response.status, default: 0] += 1 }
                answered.signal()
            }
            // One at a time, so that no backlog stands for a fault.
            answered.wait()
        }
        let statuses = answers.withLock { $0 }
        #expect(statuses.values.reduce(0, +) == rounds)
        #expect(Set(statuses.keys).isSubset(of: [200, 400, 403, 413]), "\(statuses)")
        #expect(collector.store.health().isHealthy)
        // Whole bodies are taken as ever.
        let last = try PacketBench.body(form, ["q-1"], bench.encryption(kind))
        let status = Locked(0)
        collector.router.handle(
            HTTPRequest(method: .post, target: "\(form.rawValue)?project=shop", headers: headers, body: ByteBlock(last))
        ) { response in
            status.withLock { $0 = response.status }
            answered.signal()
        }
        answered.wait()
        #expect(status.withLock { $0 } == 200)
    }
}

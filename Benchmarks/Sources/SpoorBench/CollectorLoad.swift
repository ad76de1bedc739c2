import Foundation
import SpoorWire

/// Sends prebuilt gzip batches to a collector over a few connections that stay open, and counts what it acknowledges.
///
/// options: --port P --preload 2000000 --seconds 10 --connections 4 --batch 50 --run 1 (another run, other ids)
struct CollectorLoad: Sendable {
    private let options: BenchOptions
    private let port: UInt16

    init(_ options: BenchOptions) {
        self.options = options
        self.port = UInt16(options.number("port", 0))
    }

    func run() async throws {
        let connections = self.options.number("connections", 4)
        let batch = self.options.number("batch", 50)
        let seconds = self.options.number("seconds", 10)
        let preload = self.options.number("preload", 2_000_000)
        let run = self.options.number("run", 1)
        let perConnection = preload / connections
        _ = try self.inParallel(connections) { connection in
            try self.send(connection: connection, run: 0, count: perConnection, batch: 2_000)
        }
        // More than a collector six times as fast as the goal can take, made before the clock starts.
        let prepared = 300_000 * seconds / connections / batch
        let bodies = Self.prepare(connections) { connection in
            (0..<prepared).map { Self.request(Self.events(connection, run: run, from: $0 * batch, count: batch)) }
        }
        let start = Measures.now()
        let end = start + UInt64(seconds) * 1_000_000_000
        let stored = try self.inParallel(connections) { connection in
            try self.sendPrepared(bodies[connection], until: end)
        }
        let elapsed = Double(Measures.now() - start) / 1e9
        guard elapsed >= Double(seconds) else {
            throw BenchError("void: the prepared bodies lasted \(elapsed) of \(seconds) s; prepare more")
        }
        var line = FigureLine()
        line.add("stored", Double(stored))
        line.add("seconds", elapsed)
        line.add("events_per_s", Double(stored) / elapsed)
        line.add("wire_bytes_per_event", Double(bodies[0][0].count) / Double(batch))
        line.show()
    }

    private static func prepare(_ count: Int, _ make: @escaping @Sendable (Int) -> [[UInt8]]) -> [[[UInt8]]] {
        let made = Locked([[[UInt8]]](repeating: [], count: count))
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let bodies = make(index)
            made.withLock { $0[index] = bodies }
        }
        return made.withLock { $0 }
    }

    private func inParallel(_ count: Int, _ work: @escaping @Sendable (Int) throws -> Int) throws -> Int {
        let total = Locked(0)
        let failure = Locked<String?>(nil)
        DispatchQueue.concurrentPerform(iterations: count) { index in
            do {
                let done = try work(index)
                total.withLock { $0 += done }
            } catch {
                failure.withLock { $0 = "\(error)" }
            }
        }
        if let sentence = failure.withLock({ $0 }) { throw BenchError(sentence) }
        return total.withLock { $0 }
    }

    private func send(connection: Int, run: Int, count: Int, batch: Int) throws -> Int {
        let socket = try LoopbackSocket.connect(port: self.port)
        var reader = HTTPMessageReader(socket: socket)
        var stored = 0
        for first in stride(from: 0, to: count, by: batch) {
            socket.write(Self.request(Self.events(connection, run: run, from: first, count: min(batch, count - first))))
            stored += try Self.receipt(reader.next())
        }
        socket.close()
        return stored
    }

    private func sendPrepared(_ bodies: [[UInt8]], until end: UInt64) throws -> Int {
        let socket = try LoopbackSocket.connect(port: self.port)
        var reader = HTTPMessageReader(socket: socket)
        var stored = 0
        for body in bodies {
            guard Measures.now() < end else { break }
            socket.write(body)
            stored += try Self.receipt(reader.next())
        }
        socket.close()
        return stored
    }

    private static func receipt(_ message: HTTPMessage?) throws -> Int {
        guard let words = message?.header("spoor-receipt")?.split(separator: " "),
            let stored = words.first.flatMap({ Int($0.dropFirst("stored=".count)) }), words.contains("duplicate=0")
        else { throw BenchError("the collector did not store a batch: \(message?.head ?? "no answer")") }
        return stored
    }

    /// Events as the SDK writes them, dated today, of some thousand people.
    private static func events(_ connection: Int, run: Int, from first: Int, count: Int) -> [UInt8] {
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        let dayStart = now / 86_400_000 * 86_400_000
        var text = "["
        for index in first..<(first + count) {
            let person = "person-\((index * 7 + connection * 13) % 20_000)"
            let time = dayStart + Int64(index % 1_000_000) * (now - dayStart) / 1_000_000
            if index > first { text += "," }
            text +=
                "{\"_id\":\"bench0run\(run)conn\(connection)-\(index + 1)\",\"_seq\":\(index + 1),\"time\":\(time),"
                + "\"_track_id\":\(index &* 2_654_435_761 & 0xFFFF_FFFF),\"distinct_id\":\"\(person)\","
                + "\"anonymous_id\":\"\(person)\",\"identities\":{\"$identity_anonymous_id\":\"\(person)\"},"
                + "\"type\":\"track\",\"event\":\"checkout_step_\(index % 9)\",\"lib\":{\"$lib\":\"Linux\",\"$lib_version\":"
                + "\"0.1.0\",\"$lib_method\":\"code\"},\"_install\":\"C0FFEE00-0000-4000-8000-00000000000\(connection)\","
                + "\"properties\":{\"seq\":\(index),\"screen\":\"Checkout/Payment\",\"amount\":\(index % 500).95,"
                + "\"currency\":\"EUR\",\"premium\":\(index % 3 == 0),\"$os\":\"Linux\",\"$os_version\":\"debian 12\","
                + "\"$model\":\"x86_64\",\"$app_name\":\"bench\",\"$timezone_offset\":0,\"$is_first_day\":true},"
                + "\"_flush_time\":\(now)}"
        }
        return Array((text + "]").utf8)
    }

    private static func request(_ body: [UInt8]) -> [UInt8] {
        let packed = body.withUnsafeBytes { Gzip.compress($0) } ?? []
        return Array(
            ("POST /v1/events?project=bench HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                + "Content-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n").utf8
        ) + packed
    }
}

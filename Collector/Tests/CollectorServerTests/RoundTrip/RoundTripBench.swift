import CollectorCore
import CollectorServer
import Foundation
import Spoor
import SpoorTesting
import SpoorWire

/// A collector that is spoken to without a socket, with keys, and what it holds afterwards.
final class RoundTripBench: Sendable {
    /// How many records each combination takes; `make fuzz` takes more.
    static let count = ProcessInfo.processInfo.environment["SPOOR_ROUND_TRIPS"].flatMap { Int($0) } ?? 300

    /// What chooses the records.
    static let seed = ProcessInfo.processInfo.environment["SPOOR_ROUND_TRIP_SEED"].flatMap { UInt64($0) } ?? 1

    let folder: String
    let keys: PacketBench
    private let collector: Collector

    init() throws {
        self.folder = NSTemporaryDirectory() + "spoor-trip-" + UUID().uuidString
        let settings = StoreSettings(folder: self.folder, timeZone: .gmt, now: { PacketBench.time })
        self.collector = try Collector(CollectorConfiguration(store: settings))
        self.keys = try PacketBench(data: self.folder)
    }

    deinit {
        self.collector.stop()
        try? FileManager.default.removeItem(atPath: self.folder)
    }

    /// Hands a request to the routes and waits for the answer.
    func answer(_ request: HTTPRequest) -> HTTPResponse {
        let answer = Locked(HTTPResponse(status: 0))
        let answered = DispatchSemaphore(value: 0)
        self.collector.router.handle(request) { response in
            answer.withLock { $0 = response }
            answered.signal()
        }
        answered.wait()
        return answer.withLock { $0 }
    }

    func post(_ target: String, headers: [String: String] = [:], _ body: [UInt8]) -> HTTPResponse {
        var fields: HTTPHeaders = [:]
        for (name, value) in headers { fields[name] = value }
        return self.answer(HTTPRequest(method: .post, target: target, headers: fields, body: ByteBlock(body)))
    }

    /// All events that the collector holds, as they are kept.
    func events() throws -> [JSONValue] {
        var events: [JSONValue] = []
        try self.collector.store.facts(project: self.keys.project).forEachEvent(in: 0..<Int64.max, names: nil) {
            events.append(try JSONValue(parsing: Array($1)))
            return true
        }
        return events
    }

    /// The payload of a report; nil where there is none.
    func payload(_ reportID: String) -> [UInt8]? {
        let target = "/api/v1/payloads/\(reportID)?project=\(self.keys.project)"
        let response = self.answer(HTTPRequest(method: .get, target: target))
        return response.status == 200 ? response.body : nil
    }
}

/// Carries the SDK's requests to a collector's routes, perhaps encrypted on the way out.
struct RouterTransport: UploadTransport {
    let bench: RoundTripBench
    let encryption: Encryption

    func send(_ request: UploadRequest, completion: @escaping @Sendable (UploadAnswer) -> Void) {
        guard let url = URLComponents(string: request.url) else { return completion(.failure("no address")) }
        var headers = request.headers
        var body = request.body
        if self.encryption != .none {
            do {
                let json = try Gzip.decompress(body, limit: 64 << 20)
                body = try EncryptedBody.encode(json: json, encryption: self.encryption)
            } catch {
                return completion(.failure("\(error)"))
            }
            headers["Content-Encoding"] = nil
            headers["Content-Type"] = EncryptedBody.contentType
        }
        let target = url.percentEncodedPath + (url.percentEncodedQuery.map { "?" + $0 } ?? "")
        let response = self.bench.post(target, headers: headers, body)
        var fields: [String: String] = [:]
        if let receipt = response.headers["Spoor-Receipt"] { fields["Spoor-Receipt"] = receipt }
        completion(.response(UploadResponse(status: response.status, headers: fields, body: response.body)))
    }
}

import SpoorChannel
import SpoorTesting
import SpoorWire

/// Takes what channels send, notes each request, and answers as the behaviour of its namespace says.
final class RecordCollector: Sendable {
    /// What to do with a channel's requests.
    enum Behaviour: Sendable {
        case store
        case answer(UploadAnswer)
        case silence
        /// 413 for more than so many records.
        case takeAtMost(Int)
    }

    /// A request that was stored.
    struct Packet: Sendable {
        var at: Duration
        var namespace: String
        var path: String
        /// The request as the day's budget counts it.
        var bytes: Int
        var metas: [JSONValue]
        var payloads: [String: [UInt8]]

        var types: [String] { self.metas.map { $0["MONITOR_TYPE"]?.stringValue ?? "" } }
        var numbers: [Int64] { self.metas.compactMap { $0["n"]?.int64Value } }
    }

    private struct State {
        var packets: [Packet] = []
        var requests: [(at: Duration, namespace: String)] = []
        var ids: Set<String> = []
        var duplicates = 0
        var undecodable = 0
        var behaviours: [String: Behaviour] = [:]
        var delay: Duration = .zero
    }

    private let state = Locked(State())
    private let scheduler: ManualScheduler

    init(scheduler: ManualScheduler) {
        self.scheduler = scheduler
    }

    var transport: ScriptedTransport {
        ScriptedTransport(scheduler: self.scheduler) { request, _ in
            let answer = self.receive(request)
            return ScriptedTransport.Reply(answer, after: self.state.withLock { $0.delay })
        }
    }

    var packets: [Packet] { self.state.withLock { $0.packets } }
    var duplicates: Int { self.state.withLock { $0.duplicates } }
    var undecodable: Int { self.state.withLock { $0.undecodable } }

    func packets(of namespace: String) -> [Packet] { self.packets.filter { $0.namespace == namespace } }
    func metas(of namespace: String) -> [JSONValue] { self.packets(of: namespace).flatMap(\.metas) }

    /// When each request of a channel came, stored or not.
    func requestTimes(of namespace: String) -> [Duration] {
        self.state.withLock { state in state.requests.filter { $0.namespace == namespace }.map(\.at) }
    }

    func set(_ behaviour: Behaviour, for namespace: String) {
        self.state.withLock { $0.behaviours[namespace] = behaviour }
    }

    func setDelay(_ delay: Duration) {
        self.state.withLock { $0.delay = delay }
    }

    private func receive(_ request: UploadRequest) -> UploadAnswer? {
        let now = self.scheduler.uptime
        let namespace = Self.value(of: "namespace", in: request.url) ?? ""
        return self.state.withLock { state in
            state.requests.append((now, namespace))
            let behaviour = state.behaviours[namespace] ?? .store
            switch behaviour {
            case .answer(let answer): return answer
            case .silence: return nil
            case .store, .takeAtMost: break
            }
            guard let records = Self.decode(request) else {
                state.undecodable += 1
                return .response(UploadResponse(status: 400))
            }
            if case .takeAtMost(let most) = behaviour, records.count > most {
                return .response(UploadResponse(status: 413))
            }
            return Self.store(records, request, namespace, at: now, &state)
        }
    }

    private static func store(
        _ records: [PacketRecord],
        _ request: UploadRequest,
        _ namespace: String,
        at now: Duration,
        _ state: inout State
    ) -> UploadAnswer {
        let new = records.filter { state.ids.insert("\(namespace)/\($0.reportID)").inserted }
        state.duplicates += records.count - new.count
        let payloads = new.compactMap { record in record.payload.map { (record.reportID, $0) } }
        state.packets.append(
            Packet(
                at: now,
                namespace: namespace,
                path: String(request.url.dropFirst("http://collector.test".count).prefix { $0 != "?" }),
                bytes: TrafficMeter.requestBytes(
                    url: request.url,
                    headers: request.headers,
                    bodyBytes: request.body.count
                ),
                metas: new.compactMap { try? JSONValue(parsing: String(decoding: $0.meta, as: UTF8.self)) },
                payloads: Dictionary(payloads) { $1 }
            )
        )
        let receipt = "stored=\(new.count) duplicate=\(records.count - new.count) rejected="
        return .response(UploadResponse(status: 200, headers: ["Spoor-Receipt": receipt]))
    }

    private static func decode(_ request: UploadRequest) -> [PacketRecord]? {
        if request.url.contains("/prism/metrics/meta") { return try? PacketV1.decodeMetas(bytes: request.body) }
        if request.url.contains("/prism/metrics/detail") { return try? PacketV1.decode(bytes: request.body) }
        return try? PacketV2.decode(bytes: request.body)
    }

    private static func value(of name: String, in url: String) -> String? {
        guard let start = url.firstIndex(of: "?") else { return nil }
        let pair = url[start...].dropFirst().split(separator: "&").first { $0.hasPrefix(name + "=") }
        return pair.map { String($0.dropFirst(name.count + 1)) }
    }
}

import CollectorCore
import CollectorServer
import Foundation
import SpoorWire

/// Bodies of every form under every encryption, with the keys of a project.
struct PacketBench {
    enum Form: String, CaseIterable {
        case metasV1 = "/prism/metrics/meta"
        case packetV1 = "/prism/metrics/detail"
        case packetV2 = "/v1/packets"
        case events = "/v1/events"
    }

    enum Kind: String, CaseIterable {
        case none, shared, sealed
    }

    static let time: Int64 = 1_790_000_000_000

    let store: KeyStore
    let project: String
    let shared: SharedKey
    let opening: OpeningKey

    /// Makes keys in a collector's data folder, as the command does while the collector runs.
    init(data: String, project: String = "shop") throws {
        self.store = KeyStore(data: data)
        self.project = project
        let shared = try self.store.create(.shared, id: "s1", project: project).sharedKey
        let opening = try self.store.create(.opening, id: "o1", project: project).openingKey
        guard let shared, let opening else { throw POSIXError(.EINVAL) }
        self.shared = shared
        self.opening = opening
    }

    func encryption(_ kind: Kind) -> Encryption {
        switch kind {
        case .none: .none
        case .shared: .aes128CBC(self.shared)
        case .sealed: .sealed(self.opening.sealingKey)
        }
    }

    static func record(_ id: String, payload: [UInt8]? = nil, type: String = "appLag") -> PacketRecord {
        let meta = #"{"REPORT_ID":"\#(id)","CREATE_TIME":\#(Self.time),"MONITOR_TYPE":"\#(type)","APP_UID":"u1"}"#
        return PacketRecord(reportID: id, meta: Array(meta.utf8), payload: payload)
    }

    static func event(_ id: String) -> String {
        #"{"_id":"\#(id)","type":"track","event":"appLag","time":\#(Self.time),"distinct_id":"u1","properties":{}}"#
    }

    /// A body of as many records as there are ids.
    static func body(_ form: Form, _ ids: [String], _ encryption: Encryption) throws -> [UInt8] {
        let payload = Array("payload of a report".utf8)
        switch form {
        case .metasV1: return try PacketV1.encodeMetas(records: ids.map { Self.record($0) }, encryption: encryption)
        case .packetV1:
            return try PacketV1.encode(records: ids.map { Self.record($0, payload: payload) }, encryption: encryption)
        case .packetV2:
            let records = ids.enumerated().map { Self.record($1, payload: $0 % 2 == 0 ? payload : nil) }
            return try PacketV2.encode(records: records, encryption: encryption)
        case .events:
            let json = Array("[\(ids.map(Self.event).joined(separator: ","))]".utf8)
            return encryption == .none ? json : try EncryptedBody.encode(json: json, encryption: encryption)
        }
    }

    /// What a client says of such a body.
    static func headers(_ form: Form, _ kind: Kind) -> [String: String] {
        form == .events && kind != .none ? ["Content-Type": EncryptedBody.contentType + "; charset=binary"] : [:]
    }
}

extension LiveServer {
    func send(_ form: PacketBench.Form, _ kind: PacketBench.Kind, _ body: [UInt8], query: String = "") throws -> Answer
    {
        try self.send(
            "POST",
            "\(form.rawValue)?project=shop\(query)",
            headers: PacketBench.headers(form, kind),
            body: body
        )
    }

    /// What is kept of refused bodies, after everything before is written.
    func rejects(_ project: String = "shop") throws -> [RejectRecord] {
        _ = try self.send("POST", "/v1/events?project=\(project)", body: Array("[]".utf8))
        return try self.collector.store.facts(project: project).rejects(limit: 500, offset: 0)
    }
}

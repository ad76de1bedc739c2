import Foundation
import SpoorWire

@testable import CollectorCore

/// Builds records of packets.
enum Records {
    static func meta(
        _ id: String,
        type: String = "appLag",
        time: Int64 = StoreFixture.start,
        more: String = #""SYS_DEVICE_ID":"d1","APP_MODE":"Release""#
    ) -> String {
        #"{"REPORT_ID":"\#(id)","CREATE_TIME":\#(time),"MONITOR_TYPE":"\#(type)",\#(more)}"#
    }

    static func record(_ id: String, payload: String? = nil, type: String = "appLag") -> PacketRecord {
        PacketRecord(reportID: id, meta: Array(self.meta(id, type: type).utf8), payload: payload.map { Array($0.utf8) })
    }

    /// A payload whose handling can be told from others.
    static func stack(_ text: String) -> String {
        let base64 = Array(text.utf8).withUnsafeBytes { Base64.encode($0) }
        return #"{"STACK_TRACE":"\#(String(decoding: base64, as: UTF8.self))"}"#
    }
}

extension StoreFixture {
    /// Sends records as a packet's and waits for the answer.
    func send(
        _ records: [PacketRecord],
        namespace: String? = nil,
        project: String = "default"
    ) throws -> IngestReceipt {
        let request = RecordsRequest(project: project, source: "/v1/packets", namespace: namespace, records: records)
        let batch = try self.current.decode(request)
        let answer = Locked<Result<IngestReceipt, IngestFailure>?>(nil)
        let answered = DispatchSemaphore(value: 0)
        try self.current.ingest(batch) { result in
            answer.withLock { $0 = result }
            answered.signal()
        }
        answered.wait()
        guard let result = answer.withLock({ $0 }) else { throw IngestFailure.stopping }
        return try result.get()
    }

    func payload(_ id: String, project: String = "default") throws -> String? {
        try self.current.payloads(project: project).bytes(reportID: id).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The whole text of the event that arrived last.
    func lastEvent() throws -> JSONValue {
        let event = try self.facts().latest(limit: 1, name: nil, person: nil).first
        return try JSONValue(parsing: event?.json ?? [])
    }
}

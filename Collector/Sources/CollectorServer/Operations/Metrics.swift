import CollectorCore
import SpoorWire

/// What the server has done since it started, counted on every request.
final class Metrics: Sendable {
    struct Key: Hashable, Comparable {
        let route: String
        let status: Int

        static func < (left: Key, right: Key) -> Bool { (left.route, left.status) < (right.route, right.status) }
    }

    struct Counts {
        var requests: [Key: Int64] = [:]
        var bytes: Int64 = 0
        var stored: Int64 = 0
        var duplicate: Int64 = 0
        var rejected: Int64 = 0
        /// Packets that were opened, by form.
        var packets: [String: Int64] = [:]
        var records: Int64 = 0
        var payloadBytes: Int64 = 0
        /// Bodies that could not be opened, by reason.
        var unopened: [String: Int64] = [:]
    }

    private let state = Locked(Counts())

    func count(route: String, status: Int, bytes: Int) {
        self.state.withLock { counts in
            counts.requests[Key(route: route, status: status), default: 0] += 1
            counts.bytes += Int64(bytes)
        }
    }

    func count(_ receipt: IngestReceipt) {
        self.state.withLock { counts in
            counts.stored += Int64(receipt.stored)
            counts.duplicate += Int64(receipt.duplicate)
            counts.rejected += Int64(receipt.rejected.count)
        }
    }

    func count(packet form: String, _ records: [PacketRecord]) {
        let bytes = records.reduce(0) { $0 + ($1.payload?.count ?? 0) }
        self.state.withLock { counts in
            counts.packets[form, default: 0] += 1
            counts.records += Int64(records.count)
            counts.payloadBytes += Int64(bytes)
        }
    }

    func countUnopened(_ reason: String) { self.state.withLock { $0.unopened[reason, default: 0] += 1 } }

    func countRejected(_ count: Int64) { self.state.withLock { $0.rejected += count } }

    var counts: Counts { self.state.withLock { $0 } }
}

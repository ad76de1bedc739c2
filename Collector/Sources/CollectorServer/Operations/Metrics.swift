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

    func countRejected(_ count: Int64) { self.state.withLock { $0.rejected += count } }

    var counts: Counts { self.state.withLock { $0 } }
}

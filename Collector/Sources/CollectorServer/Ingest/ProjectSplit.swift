import CollectorCore
import SpoorWire

/// A request whose events belong to several projects: each goes to its own, and one receipt answers for all.
struct ProjectSplit {
    private let store: any EventStore

    /// One project's part, and the positions of its events in the request.
    private var parts: [(batch: DecodedBatch, indexes: [Int]?)] = []

    /// Takes a decoded request apart; events of a project that cannot be used are refused one by one.
    ///
    /// - Throws: `ProjectError.unavailable` where a project cannot be opened now, so that all are sent again later.
    init(_ batch: DecodedBatch, in store: any EventStore) throws(ProjectError) {
        self.store = store
        var main = batch
        for strays in batch.strays {
            let request = IngestRequest(
                project: strays.project,
                source: batch.source,
                body: batch.body(of: strays),
                encoding: .identity
            )
            do {
                self.parts.append((batch: try store.decode(request), indexes: strays.indexes))
            } catch let error as ProjectError {
                if case .unavailable = error { throw error }
                main.refuse(strays, reason: error.description)
            } catch {
                main.refuse(strays, reason: "\(error)")
            }
        }
        self.parts.append((batch: main, indexes: nil))
    }

    /// What would be refused, and how many events are fit to be stored.
    var check: (receipt: IngestReceipt, valid: Int) {
        let rejected = self.parts.flatMap { Self.placed($0.batch.rejections, $0.indexes) }
        return (
            receipt: IngestReceipt(rejected: rejected.sorted { $0.index < $1.index }),
            valid: self.parts.reduce(0) { $0 + $1.batch.eventCount }
        )
    }

    /// Stores all parts; the completion is called once, with one receipt for the request, or a failure of any part.
    ///
    /// After a failure the whole request is sent again, and what is stored already is known as a duplicate.
    func ingest(completion: @escaping @Sendable (Result<IngestReceipt, IngestFailure>) -> Void) {
        struct Progress {
            var missing: Int
            var receipt = IngestReceipt()
            var failure: IngestFailure?
        }
        let progress = Locked(Progress(missing: self.parts.count))
        for (batch, indexes) in self.parts {
            self.store.ingest(batch) { result in
                let outcome = progress.withLock { progress -> Result<IngestReceipt, IngestFailure>? in
                    progress.missing -= 1
                    switch result {
                    case .success(let receipt):
                        progress.receipt.stored += receipt.stored
                        progress.receipt.duplicate += receipt.duplicate
                        progress.receipt.rejected += Self.placed(receipt.rejected, indexes)
                    case .failure(let failure):
                        progress.failure = failure
                    }
                    guard progress.missing == 0 else { return nil }
                    if let failure = progress.failure { return .failure(failure) }
                    progress.receipt.rejected.sort { $0.index < $1.index }
                    return .success(progress.receipt)
                }
                if let outcome { completion(outcome) }
            }
        }
    }

    /// Rejections by their positions in the request.
    private static func placed(_ rejections: [Rejection], _ indexes: [Int]?) -> [Rejection] {
        guard let indexes else { return rejections }
        return rejections.compactMap { rejection in
            guard indexes.indices.contains(rejection.index) else { return nil }
            return Rejection(index: indexes[rejection.index], reason: rejection.reason)
        }
    }
}

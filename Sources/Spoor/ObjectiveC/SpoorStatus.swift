#if canImport(ObjectiveC)
public import Foundation
import SpoorChannel

/// How a tracker's queue is doing, for Objective-C; see ``SpoorChannel/ChannelStatus``.
@objc(SpoorStatus)
public final class SpoorStatus: NSObject, Sendable {
    /// How many events wait for upload.
    @objc public let waiting: Int

    /// How many bytes wait for upload.
    @objc public let waitingBytes: Int

    /// How many events were set aside.
    @objc public let deadLetters: Int

    /// How many events the server took since the start.
    @objc public let delivered: Int

    /// How many events the server refused since the start.
    @objc public let rejected: Int

    /// How many events were lost since the start.
    @objc public let lost: Int

    /// Why storage is not open; nil while it is.
    @objc public let storageProblem: String?

    init(_ status: ChannelStatus) {
        self.waiting = status.waiting
        self.waitingBytes = status.waitingBytes
        self.deadLetters = status.deadLetters
        self.delivered = status.delivered
        self.rejected = status.rejected
        self.lost = status.lost
        self.storageProblem = status.storageProblem
    }
}

extension SpoorTracker {
    /// Tells how the queue is doing.
    ///
    /// - Parameter completion: gets the answer, on any thread.
    @objc(statusWithCompletion:)
    public func status(completion: @escaping @Sendable (SpoorStatus) -> Void) {
        let tracker = self.tracker
        Task { completion(SpoorStatus(await tracker.status())) }
    }
}
#endif

#if canImport(ObjectiveC)
public import Foundation
import SpoorChannel

/// A channel for records of monitoring or business, for Objective-C: the same as ``PrismChannel``.
///
/// ```objc
/// SpoorPrismChannel *apm = [SpoorTracker.shared channel:@"apm"];
/// [apm sendWithType:@"net" meta:@{@"url": @"https://shop.example.com/cart", @"ms": @214} payload:nil];
/// ```
///
/// Dictionaries and data are copied and converted during the call.
@objc(SpoorPrismChannel)
public final class SpoorPrismChannel: NSObject, Sendable {
    /// The channel that does the work.
    public let channel: PrismChannel

    /// Gives a channel a face for Objective-C.
    ///
    /// - Parameter channel: the channel that does the work.
    public init(_ channel: PrismChannel) {
        self.channel = channel
    }

    /// The channel's name.
    @objc public var channelNamespace: String { self.channel.namespace }

    /// Whether the channel takes records.
    @objc public var isCollecting: Bool { self.channel.isCollecting }

    /// Records what monitoring found.
    ///
    /// - Parameters:
    ///   - type: what kind of record it is.
    ///   - meta: its fields; nested dictionaries and arrays are taken, what has no text as its key is not.
    ///   - payload: bytes that go with it.
    /// - Returns: what became of it.
    @discardableResult
    @objc(sendWithType:meta:payload:)
    public func send(type: String, meta: [AnyHashable: Any], payload: Data?) -> SpoorTrackAnswer {
        let bytes = payload.map { [UInt8]($0) }
        return SpoorTrackAnswer(self.channel.send(type: type, values: ObjectTexts.values(meta), payload: bytes))
    }

    /// Records what a line of business wants to know.
    ///
    /// - Parameters:
    ///   - type: what kind of record it is.
    ///   - prefix: the line of business.
    ///   - meta: its fields.
    /// - Returns: what became of it.
    @discardableResult
    @objc(sendWithType:prefix:meta:)
    public func send(type: String, prefix: String, meta: [AnyHashable: Any]) -> SpoorTrackAnswer {
        SpoorTrackAnswer(self.channel.send(type: type, prefix: prefix, values: ObjectTexts.values(meta)))
    }

    /// Uploads what was recorded up to now, and says what came of it.
    ///
    /// - Parameter completion: called on any thread, with the number of records that were delivered by this upload and of
    ///   those that still wait.
    @objc(flushWithCompletion:)
    public func flush(completion: (@Sendable (_ delivered: Int, _ remaining: Int) -> Void)?) {
        let channel = self.channel
        Task {
            let report = await channel.flush()
            completion?(report.delivered, report.remaining)
        }
    }
}

extension SpoorTracker {
    /// The Prism channel of a namespace; nil where the name cannot be one.
    ///
    /// - Parameter namespace: the channel's name.
    /// - Returns: the channel.
    @objc(channel:)
    public func channel(_ namespace: String) -> SpoorPrismChannel? {
        self.tracker.channel(namespace).map { SpoorPrismChannel($0) }
    }
}

extension SpoorTrackAnswer {
    init(_ answer: SendAnswer) {
        switch answer {
        case .recorded: self = .recorded
        case .held: self = .held
        case .dropped: self = .dropped
        }
    }
}
#endif

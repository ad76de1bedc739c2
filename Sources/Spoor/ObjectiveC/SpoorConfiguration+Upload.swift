#if canImport(ObjectiveC)
import Foundation
import SpoorChannel

/// The form in which events are sent, for Objective-C; see ``ChannelEncoding``.
@objc public enum SpoorEncoding: Int, Sendable {
    /// Spoor's own form, for its collector.
    case json
    /// The form of Sensors SDKs, for a receiver that exists already; the endpoint is then its whole address.
    case sensorsForm
}

/// Whether a developer is watching the events as they arrive, for Objective-C; see ``DebugMode``.
@objc public enum SpoorDebugMode: Int, Sendable {
    /// Nobody watches.
    case off
    /// The receiver checks each event and stores nothing.
    case debugOnly
    /// The receiver checks each event and stores it.
    case debugAndTrack
}

/// What leaves, and how, and what may be recorded before the person was asked.
extension SpoorConfiguration {
    /// The form in which events are sent; the collector's own unless set.
    @objc public var encoding: SpoorEncoding {
        get { self.settings.channel.encoding == .sensorsForm ? .sensorsForm : .json }
        set { self.settings.channel.encoding = newValue == .sensorsForm ? .sensorsForm : .json }
    }

    /// Whether a developer is watching; off unless set, and never on in an app that ships.
    @objc public var debugMode: SpoorDebugMode {
        get {
            switch self.settings.channel.debugMode {
            case .off: .off
            case .debugOnly: .debugOnly
            case .debugAndTrack: .debugAndTrack
            }
        }
        set {
            switch newValue {
            case .off: self.settings.channel.debugMode = .off
            case .debugOnly: self.settings.channel.debugMode = .debugOnly
            case .debugAndTrack: self.settings.channel.debugMode = .debugAndTrack
            }
        }
    }

    /// What holds for a person who was not asked yet; granted unless set.
    @objc public var consent: SpoorConsentStatus {
        get { SpoorConsentStatus(self.settings.consent) }
        set { self.settings.consent = newValue.status }
    }

    /// How many days an event waits for delivery before it is given up.
    @objc public var retentionDays: Int {
        get { self.settings.channel.retentionDays }
        set { self.settings.channel.retentionDays = newValue }
    }
}
#endif

#if canImport(ObjectiveC)
import Foundation
import SpoorChannel

/// The form in which events are sent, for Objective-C; see ``ChannelEncoding``.
@objc public enum SpoorEncoding: Int, Sendable {
    /// Spoor's own form, for its collector.
    case json
    /// The form of Sensors SDKs, for a receiver that exists already; the endpoint is then its whole address.
    case sensorsForm
    /// Packets of version 2, which Prism channels send unless told otherwise.
    case packet
    /// Packets of version 1, for older receivers.
    case packetV1
}

extension SpoorEncoding {
    init(_ encoding: ChannelEncoding) {
        switch encoding {
        case .json: self = .json
        case .sensorsForm: self = .sensorsForm
        case .packet: self = .packet
        case .packetV1: self = .packetV1
        }
    }

    var encoding: ChannelEncoding {
        switch self {
        case .json: .json
        case .sensorsForm: .sensorsForm
        case .packet: .packet
        case .packetV1: .packetV1
        }
    }
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
        get { SpoorEncoding(self.settings.channel.encoding) }
        set { self.settings.channel.encoding = newValue.encoding }
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

#if canImport(ObjectiveC)
public import Foundation
import SpoorChannel

/// How much may wait and leave, how long a session is, and what names the device.
extension SpoorConfiguration {
    /// The most events that wait on the device.
    @objc public var maxStoredRecords: Int {
        get { self.settings.channel.maxStoredRecords }
        set { self.settings.channel.maxStoredRecords = newValue }
    }

    /// The most bytes that wait on the device.
    @objc public var maxStoredBytes: Int {
        get { self.settings.channel.maxStoredBytes }
        set { self.settings.channel.maxStoredBytes = newValue }
    }

    /// The most bytes of one upload before compression.
    @objc public var maxBodyBytes: Int {
        get { self.settings.channel.maxBodyBytes }
        set { self.settings.channel.maxBodyBytes = newValue }
    }

    /// The most bytes a day that are uploaded outside of Wi-Fi.
    @objc public var dailyCellularBytes: Int {
        get { self.settings.channel.dailyCellularBytes }
        set { self.settings.channel.dailyCellularBytes = newValue }
    }

    /// Seconds without use after which a session ends; setting it switches ``usesSessions`` on.
    @objc public var sessionIdleLimit: TimeInterval {
        get { ObjectTime.seconds((self.settings.sessions ?? SessionConfiguration()).idleLimit) }
        set { self.changeSessions { $0.idleLimit = ObjectTime.duration(newValue) } }
    }

    /// Seconds in the background after which a session ends; setting it switches ``usesSessions`` on.
    @objc public var sessionBackgroundLimit: TimeInterval {
        get { ObjectTime.seconds((self.settings.sessions ?? SessionConfiguration()).backgroundLimit) }
        set { self.changeSessions { $0.backgroundLimit = ObjectTime.duration(newValue) } }
    }

    /// The most seconds that a session lasts; setting it switches ``usesSessions`` on.
    @objc public var sessionMaximumLength: TimeInterval {
        get { ObjectTime.seconds((self.settings.sessions ?? SessionConfiguration()).maximumLength) }
        set { self.changeSessions { $0.maximumLength = ObjectTime.duration(newValue) } }
    }

    /// Whether a session's start and end are events; setting it switches ``usesSessions`` on.
    @objc public var recordsSessionStartAndEnd: Bool {
        get { self.settings.sessions?.recordsStartAndEnd ?? false }
        set { self.changeSessions { $0.recordsStartAndEnd = newValue } }
    }

    /// Whether `$AppStartPassively` is recorded when the system starts the app in the background; off unless set.
    @objc public var recordsPassiveStart: Bool {
        get { self.settings.automaticEvents.contains(.appStartPassively) }
        set {
            if newValue {
                self.settings.automaticEvents.insert(.appStartPassively)
            } else {
                self.settings.automaticEvents.remove(.appStartPassively)
            }
        }
    }

    /// The advertising identifier, which Spoor never asks the system for; nil where there is none.
    @objc public var advertisingID: String? {
        get { self.settings.advertisingID }
        set { self.settings.advertisingID = newValue }
    }

    /// Whether events carry a token in place of the device's id; off unless set.
    @objc public var hidesDeviceID: Bool {
        get { self.settings.hidesDeviceID }
        set { self.settings.hidesDeviceID = newValue }
    }

    /// Says which parameters of links are remembered beside `utm_…`.
    ///
    /// - Parameter keys: their names; what is not text is left out.
    @objc(setChannelKeys:)
    public func setChannelKeys(_ keys: [Any]) {
        self.settings.channelKeys = ObjectTexts.list(keys)
    }

    private func changeSessions(_ change: (inout SessionConfiguration) -> Void) {
        var sessions = self.settings.sessions ?? SessionConfiguration()
        change(&sessions)
        self.settings.sessions = sessions
    }
}
#endif

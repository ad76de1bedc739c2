import SpoorAutoTrack
import SpoorChannel
import SpoorStore
import SpoorWire

/// Events of pages in web views (sensors protocol, 2.12).
extension Tracker {
    /// Records what a page in a web view says: an event of the page, made one of the app's person.
    ///
    /// The event keeps its time and says by which library it was recorded; ids, and what is known of the device, are the
    /// app's. A login on the page logs in here. The bridge calls this by itself; call it where you have a bridge of your
    /// own.
    ///
    /// - Parameter message: the message as the page's library writes it: JSON with `callType` and `data`.
    /// - Returns: what became of it.
    @discardableResult
    public func trackWebMessage(_ message: String) -> TrackAnswer {
        switch WebMessage(message) {
        case .event(let event):
            guard self.takesWebEvent(event) else {
                return self.refuseWeb(
                    "An event of a web page was left out: it names another collector or project than this app's. "
                        + "Let the page name the same, or switch 'checksAddress' off."
                )
            }
            return self.record(event)
        case .other(let call):
            return .dropped(.invalidArgument("'\(Limits.shown(call))' of a web page is no event."))
        case .malformed(let reason):
            return self.refuseWeb(reason)
        }
    }

    /// The script that tells pages of the bridge, for a bridge of the app's own; run it before the page's own scripts.
    ///
    /// Nil where the collector's address has no host.
    public var webBridgeScript: String? {
        self.webAddress?.script(endpoint: self.configuration.channel.endpoint)
    }

    private var webAddress: WebAddress? {
        WebAddress(endpoint: self.configuration.channel.endpoint, project: self.configuration.channel.project)
    }

    private func takesWebEvent(_ event: WebEvent) -> Bool {
        guard self.configuration.webBridge?.checksAddress ?? true else { return true }
        return event.serverURL.flatMap { WebAddress($0) } == self.webAddress
    }

    private func record(_ event: WebEvent) -> TrackAnswer {
        let properties = event.properties
        switch event.type {
        case .track: return self.recordWeb(event)
        case .trackSignup: return self.login(event.distinctID ?? "", event.properties.withoutOthersNames)
        case .trackIDBind: return self.change(event, by: self.bind)
        case .trackIDUnbind: return self.change(event, by: self.unbind)
        case .profileSet: return self.profileSet(properties)
        case .profileSetOnce: return self.profileSetOnce(properties)
        case .profileIncrement: return self.profileIncrement(properties)
        case .profileAppend: return self.profileAppend(properties)
        case .profileUnset: return self.profileUnset(properties.entries.map(\.key))
        case .profileDelete: return self.profileDelete()
        case .itemSet: return self.itemSet(type: event.itemType ?? "", id: event.itemID ?? "", properties)
        case .itemDelete: return self.itemDelete(type: event.itemType ?? "", id: event.itemID ?? "")
        }
    }

    private func recordWeb(_ event: WebEvent) -> TrackAnswer {
        if let problem = Naming.check(name: event.name)?.description {
            let sentence = "An event of a web page was dropped: \(problem)"
            self.warn(sentence)
            return .dropped(.invalidName(sentence))
        }
        var own = PropertyCheck.checked(
            event.properties,
            origin: "event '\(event.name)' of a web page",
            names: Naming.check(name:),
            report: self.warn
        )
        // What is known of the device, the app knows better than its page.
        for key in WebPresets.ofTheApp { own.removeName(key) }
        var draft = EventDraft(.track, name: event.name, own: own, milliseconds: event.milliseconds)
        draft.method = LibraryMethod(
            name: event.method ?? LibraryMethod.code.name,
            detail: event.detail,
            origin: event.library.map { LibraryMethod.Origin(library: $0, version: event.libraryVersion) }
        )
        if event.method == LibraryMethod.autoTrack.name { draft.recordClass = .automatic }
        return self.record(draft)
    }

    /// Binds or unbinds each id of an event that is none of the page's own.
    private func change(_ event: WebEvent, by change: (String, String, Properties) -> TrackAnswer) -> TrackAnswer {
        let ids = event.identities.filter { !WebPresets.identities.contains($0.key) }.sorted { $0.key < $1.key }
        let properties = event.properties.withoutOthersNames
        var answer = TrackAnswer.dropped(.unchanged)
        for (key, value) in ids {
            let one = change(key, value, properties)
            if case .dropped(.unchanged) = one { continue }
            answer = one
        }
        return answer
    }

    private func refuseWeb(_ sentence: String) -> TrackAnswer {
        self.warn(sentence)
        return .dropped(.invalidArgument(sentence))
    }
}

/// What a page says that the app knows better.
private enum WebPresets {
    /// Properties of the device and the app.
    static let ofTheApp = [
        "$os", "$os_version", "$model", "$manufacturer", "$screen_width", "$screen_height", "$app_id", "$app_name",
        "$app_version", "$network_type", "$wifi", "$carrier", "$timezone_offset", "$device_id", "$is_first_day",
        "$screen_orientation", "$latitude", "$longitude", "$geo_coordinate_system",
    ]

    /// The ids by which a page's library knows its own visitor.
    static let identities: Set<String> = [
        "$identity_cookie_id", "$identity_anonymous_id", "$identity_distinct_id", IdentityKey.login,
    ]
}

extension Properties {
    /// Those that the app's own code could hand in: what a page's library adds by itself is left out without a word.
    fileprivate var withoutOthersNames: Properties {
        var own = self
        for entry in self.entries where Naming.checkOwnProperty(entry.key) != nil { own.removeValue(forKey: entry.key) }
        return own
    }
}

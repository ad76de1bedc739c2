import SpoorWire

/// Who is recorded: the ids that go with each event (001 §3.2.1).
///
/// A value; each change makes a new one, whose encoded form is made once and copied into every event.
struct Identity: Equatable, Sendable {
    /// One id under its key, as in the object `identities`.
    struct Entry: Equatable, Sendable {
        var key: String
        var value: String

        static func == (left: Entry, right: Entry) -> Bool {
            Identity.isSame(left.key, right.key) && Identity.isSame(left.value, right.value)
        }
    }

    /// The person who is logged in.
    struct Login: Sendable {
        var key = IdentityKey.login
        var value: String

        /// The `login_id` on the wire: ids of different keys must not be taken for one another.
        var wireID: String { self.key == IdentityKey.login ? self.value : "\(self.key)+\(self.value)" }
    }

    /// Compares ids byte by byte, as the receiver does: texts that only look alike name different people.
    static func isSame(_ left: String?, _ right: String?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return left.utf8.elementsEqual(right.utf8)
    }

    /// The id of the device's visitor; kept on logout.
    let anonymousID: String

    /// The device's own ids, besides the visitor's.
    let device: [Entry]

    /// Who is logged in.
    let login: Login?

    /// The ids that were bound since the last login or logout.
    let bound: [Entry]

    /// The part of each event that carries the ids: `"distinct_id":…,` and so on, with a comma at its end.
    let bytes: [UInt8]

    /// The same for an event that may tell of the visitor alone: without login and bound ids.
    let visitorBytes: [UInt8]

    init(anonymousID: String, device: [Entry] = [], login: Login? = nil, bound: [Entry] = []) {
        self.anonymousID = anonymousID
        self.device = device
        self.login = login
        self.bound = bound
        self.bytes = Self.encode(
            distinctID: login?.wireID ?? anonymousID,
            anonymousID: anonymousID,
            loginID: login?.wireID,
            entries: Self.entries(anonymousID, device, login, bound)
        )
        guard login != nil || !bound.isEmpty else {
            self.visitorBytes = self.bytes
            return
        }
        self.visitorBytes = Self.encode(
            distinctID: anonymousID,
            anonymousID: anonymousID,
            loginID: nil,
            entries: Self.entries(anonymousID, device, nil, [])
        )
    }

    /// True when events carry the same ids.
    static func == (left: Identity, right: Identity) -> Bool { left.bytes == right.bytes }

    /// The id that events carry: the login id, or else the anonymous one.
    var distinctID: String { self.login?.wireID ?? self.anonymousID }

    /// The person's id as events carry it.
    var loginID: String? { self.login?.wireID }

    /// All ids, each under its key.
    var entries: [Entry] { Self.entries(self.anonymousID, self.device, self.login, self.bound) }

    /// The same with other parts.
    func with(anonymousID: String? = nil, device: [Entry]? = nil, bound: [Entry]? = nil) -> Identity {
        Identity(
            anonymousID: anonymousID ?? self.anonymousID,
            device: device ?? self.device,
            login: self.login,
            bound: bound ?? self.bound
        )
    }

    /// The ids of an event that takes one id away: `distinct_id` and that one, and nothing else (sensors protocol, 2.2).
    func unbindingBytes(_ entry: Entry) -> [UInt8] {
        Self.encode(distinctID: self.distinctID, anonymousID: nil, loginID: nil, entries: [entry])
    }

    private static func entries(
        _ anonymousID: String,
        _ device: [Entry],
        _ login: Login?,
        _ bound: [Entry]
    ) -> [Entry] {
        let person = login.map { [Entry(key: $0.key, value: $0.value)] } ?? []
        return person + [Entry(key: IdentityKey.anonymous, value: anonymousID)] + device + bound
    }

    private static func encode(
        distinctID: String,
        anonymousID: String?,
        loginID: String?,
        entries: [Entry]
    ) -> [UInt8] {
        var writer = ByteWriter()
        writer.append("\"distinct_id\":")
        writer.append(jsonString: distinctID)
        if let anonymousID {
            writer.append(",\"anonymous_id\":")
            writer.append(jsonString: anonymousID)
        }
        if let loginID {
            writer.append(",\"login_id\":")
            writer.append(jsonString: loginID)
        }
        if !entries.isEmpty {
            writer.append(",\"identities\":{")
            for (index, entry) in entries.enumerated() {
                if index > 0 { writer.append(",") }
                writer.append(jsonString: entry.key)
                writer.append(":")
                writer.append(jsonString: entry.value)
            }
            writer.append("}")
        }
        writer.append(",")
        return writer.bytes
    }
}

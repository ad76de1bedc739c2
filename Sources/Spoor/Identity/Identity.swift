import SpoorWire

/// Who is recorded: the ids that go with each event (001 §3.2.1).
struct Identity: Equatable, Sendable {
    /// The id of the device's visitor; kept on logout.
    let anonymousID: String

    /// The id of the person who is logged in.
    let loginID: String?

    /// The part of each event that carries the ids: `"distinct_id":…,` and so on, with a comma at its end.
    let bytes: [UInt8]

    init(anonymousID: String, loginID: String?) {
        self.anonymousID = anonymousID
        self.loginID = loginID
        var writer = ByteWriter()
        writer.append("\"distinct_id\":")
        writer.append(jsonString: loginID ?? anonymousID)
        writer.append(",\"anonymous_id\":")
        writer.append(jsonString: anonymousID)
        if let loginID {
            writer.append(",\"login_id\":")
            writer.append(jsonString: loginID)
            writer.append(",\"identities\":{\"$identity_login_id\":")
            writer.append(jsonString: loginID)
            writer.append(",\"$identity_anonymous_id\":")
            writer.append(jsonString: anonymousID)
            writer.append("}")
        }
        // Without a login the map would only repeat the anonymous id.
        writer.append(",")
        self.bytes = writer.withBytes { [UInt8]($0) }
    }

    /// The id that events carry: the login id, or else the anonymous one.
    var distinctID: String { self.loginID ?? self.anonymousID }

    /// The most bytes of one id: the head of an event holds several and must stay small.
    static let maxBytes = 1024

    /// Checks an id before it is taken.
    ///
    /// - Returns: a sentence that says what is wrong, or nil.
    static func problem(with id: String) -> String? {
        if id.isEmpty || id.allSatisfy(\.isWhitespace) {
            return "An id must not be empty: hand in the id your backend knows the person by."
        }
        if id.utf8.count > Self.maxBytes {
            return "An id may have at most \(Self.maxBytes) bytes; this one has \(id.utf8.count)."
        }
        return nil
    }
}

import SpoorWire

/// A wait as it is kept across restarts: in wall-clock time, with its length to bound what a clock jump can do.
public struct SavedBackoff: Equatable, Sendable {
    /// The name under which a channel's state keeps it.
    static let stateKey = "backoff"

    /// How many attempts had failed in a row.
    public var failures: Int

    /// When the wait ends, in wall-clock milliseconds.
    public var endMilliseconds: Int64

    /// How long the wait was when it was saved, in milliseconds.
    public var lengthMilliseconds: Int64

    /// How much of it the server asked for when it was saved, in milliseconds.
    public var askedMilliseconds: Int64

    /// Whether the server asked for it, or for a part of it.
    public var isAskedByServer: Bool { self.askedMilliseconds > 0 }

    /// The mark of the address that the wait is for; nil where nobody noted it.
    var address: String?

    /// Whether the wait holds for an address.
    ///
    /// - Parameter mark: the address's ``AddressMark``.
    /// - Returns: whether it does; a wait without a mark holds for every address.
    func isFor(_ mark: String) -> Bool { self.address == nil || self.address == mark }

    /// The form in which the state keeps it.
    var json: JSONValue {
        var members: [JSONValue.Member] = [
            (key: "failures", value: .number(String(self.failures))),
            (key: "end", value: .number(String(self.endMilliseconds))),
            (key: "length", value: .number(String(self.lengthMilliseconds))),
            (key: "asked", value: .bool(self.isAskedByServer)),
            (key: "askedLength", value: .integer(self.askedMilliseconds)),
        ]
        if let address = self.address { members.append((key: "address", value: .string(address))) }
        return .object(members)
    }
}

extension SavedBackoff {
    /// Reads what ``json`` wrote; nil where something is missing.
    init?(_ json: JSONValue?) {
        guard let json, let failures = json["failures"]?.int64Value, let end = json["end"]?.int64Value,
            let length = json["length"]?.int64Value
        else { return nil }
        self.failures = Int(clamping: failures)
        self.endMilliseconds = end
        self.lengthMilliseconds = length
        // Earlier versions kept only whether all of it was asked for.
        let asked = json["asked"] == .bool(true)
        self.askedMilliseconds = json["askedLength"]?.int64Value ?? (asked ? length : 0)
        self.address = json["address"]?.stringValue
    }
}

import SpoorWire

/// Why an identity stays as it is.
enum IdentityRefusal: Error, Equatable {
    /// It is so already.
    case unchanged

    /// A rule forbids it; the sentence says which, and what to do.
    case refused(String)

    /// The answer to the call.
    var reason: DropReason {
        switch self {
        case .unchanged: .unchanged
        case .refused(let sentence): .invalidArgument(sentence)
        }
    }
}

/// How an identity changes (sensors protocol, 2.2; bug cases O-29 and O-30): values in, values out.
extension Identity {
    /// The most bytes of one id as JSON writes it: what receivers take (sensors protocol, 2.2).
    static let maxBytes = Limits.maxIdentifierBytes

    /// The most ids that can be bound at a time.
    static let maxBound = 20

    /// The most bytes that bound ids may take in an event.
    static let maxBoundBytes = 16 << 10

    /// The most bytes that all ids may take once they are encoded.
    ///
    /// A login's own event adds one more id, twice, and the head of an event may have 64 KiB.
    static let maxEncodedBytes = 46 << 10

    /// What a login makes of an identity.
    struct LoginStep: Equatable {
        /// The ids of the login's own event.
        var event: Identity
        /// The ids from then on.
        var after: Identity
    }

    /// Logs a person in.
    ///
    /// The event carries what was bound while nobody was logged in. What was bound to a person who is still logged in
    /// is that person's, and does not come along to another one.
    ///
    /// - Parameters:
    ///   - login: who.
    ///   - isAgain: whether the same person may log in again, since the event was not recorded.
    /// - Returns: the ids of the login's own event, and those after it.
    /// - Throws: why there is no login.
    func loggingIn(_ login: Login, again isAgain: Bool = false) throws(IdentityRefusal) -> LoginStep {
        if let problem = Self.problem(with: login.value) { throw .refused(problem) }
        if let problem = Self.problem(withLoginKey: login.key) { throw .refused(problem) }
        // Under a key of its own, what events carry is longer.
        if let problem = Self.problem(with: login.wireID) { throw .refused(problem) }
        let isSame = Self.isSame(self.loginID, login.wireID)
        guard !isSame || isAgain else { throw .unchanged }
        guard ![login.value, login.wireID].contains(where: { Self.isSame($0, self.anonymousID) }) else {
            throw .refused("'\(Self.shown(login.value))' is this device's anonymous id; log in with the person's id.")
        }
        guard !isSame else { return LoginStep(event: self, after: self) }
        let carried = self.login == nil ? self.bound.filter { $0.key != login.key } : []
        return LoginStep(
            event: Identity(anonymousID: self.anonymousID, device: self.device, login: login, bound: carried),
            after: Identity(anonymousID: self.anonymousID, device: self.device, login: login)
        )
    }

    /// Logs the person out: only the device's ids stay.
    func loggingOut() throws(IdentityRefusal) -> Identity {
        guard self.login != nil else { throw .unchanged }
        return Identity(anonymousID: self.anonymousID, device: self.device)
    }

    /// Takes another visitor's id.
    func identifying(_ anonymousID: String, known: KnownLogins) throws(IdentityRefusal) -> Identity {
        if let problem = Self.problem(with: anonymousID) { throw .refused(problem) }
        guard !Self.isSame(anonymousID, self.anonymousID) else { throw .unchanged }
        guard !known.contains(anonymousID) else {
            throw .refused("'\(Self.shown(anonymousID))' is the id of a person who logged in here; call login with it.")
        }
        return self.with(anonymousID: anonymousID)
    }

    /// Takes a fresh visitor's id; refused while somebody is logged in.
    func resetting(to anonymousID: String, known: KnownLogins) throws(IdentityRefusal) -> Identity {
        guard self.login == nil else {
            throw .refused("The anonymous id stays while a person is logged in; call logout first.")
        }
        return try self.identifying(anonymousID, known: known).with(bound: [])
    }

    /// Binds one more id to the person.
    func binding(_ entry: Entry, known: KnownLogins) throws(IdentityRefusal) -> Identity {
        if let problem = self.problem(withBoundKey: entry.key) { throw .refused(problem) }
        if let problem = Self.problem(with: entry.value) { throw .refused(problem) }
        guard !self.bound.contains(entry) else { throw .unchanged }
        let wireID = Login(key: entry.key, value: entry.value).wireID
        let isOwn = [self.login?.value, self.loginID].contains { Self.isSame($0, entry.value) }
        guard isOwn || !(known.contains(entry.value) || known.contains(wireID)) else {
            throw .refused(
                "'\(Self.shown(entry.value))' is the login id of another person; two people are never joined into one."
            )
        }
        let bound = self.bound.filter { $0.key != entry.key } + [entry]
        let bytes = bound.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        let identity = self.with(bound: bound)
        guard bound.count <= Self.maxBound, bytes <= Self.maxBoundBytes, identity.bytes.count <= Self.maxEncodedBytes
        else {
            throw .refused(
                "At most \(Self.maxBound) ids of \(Self.maxBoundBytes) bytes together can be bound; unbind one first."
            )
        }
        return identity
    }

    /// Takes a bound id away; one that was bound before the last login is known to the receiver alone.
    func unbinding(_ entry: Entry) throws(IdentityRefusal) -> Identity {
        if let problem = self.problem(withBoundKey: entry.key) { throw .refused(problem) }
        if let problem = Self.problem(with: entry.value) { throw .refused(problem) }
        return self.with(bound: self.bound.filter { $0 != entry })
    }
}

extension Identity {
    /// Checks an id before it is taken.
    ///
    /// - Returns: a sentence that says what is wrong, or nil.
    static func problem(with id: String) -> String? {
        // The size first: looking at characters has no bound but it.
        let bytes = id.utf8.count > Self.maxBytes ? id.utf8.count : Self.encodedBytes(of: id)
        if bytes > Self.maxBytes {
            return "An id may have at most \(Self.maxBytes) bytes as JSON; this one has \(bytes)."
        }
        if id.unicodeScalars.allSatisfy({ $0.properties.isWhitespace || $0.isInvisible }) {
            let what = id.unicodeScalars.contains(where: \.isInvisible) ? "consist of control characters" : "be empty"
            return "An id must not \(what): hand in the id your backend knows the person by."
        }
        if id.utf8.contains(0) {
            return
                "An id must not hold the character NUL, which receivers cut it at: hand in the id as text without it."
        }
        return nil
    }

    /// How many bytes an id has as JSON writes it, without quotes; receivers count these.
    private static func encodedBytes(of id: String) -> Int {
        // Nothing is longer than `\u0000`.
        guard id.utf8.count * 6 > Self.maxBytes else { return id.utf8.count }
        var writer = ByteWriter()
        writer.append(jsonString: id)
        return writer.bytes.count - 2
    }

    private static func problem(withLoginKey key: String) -> String? {
        if let problem = Naming.check(name: key) { return problem.description }
        guard IdentityKey.device.contains(key) else { return nil }
        return "'\(key)' is a key of the device; log in under '\(IdentityKey.login)' or a key of your own."
    }

    private func problem(withBoundKey key: String) -> String? {
        if let problem = Naming.check(name: key) { return problem.description }
        guard IdentityKey.isReserved(key) || key == self.login?.key else { return nil }
        return "The key '\(key)' belongs to login and device ids; use login, logout or identify, or another key."
    }

    private static func shown(_ id: String) -> String { Limits.truncated(id, limit: 64) }
}

extension Unicode.Scalar {
    /// Whether it is a control or format character.
    fileprivate var isInvisible: Bool {
        let category = self.properties.generalCategory
        return category == .control || category == .format
    }
}

public import Spoor
public import SpoorWire

/// A vault in memory that can be locked, as a device is before its first unlock.
public final class MemoryVault: KeyValueVault {
    private struct State {
        var texts: [String: String]
        var isLocked = false
        var lockedKeys: Set<String> = []
        var writeProblem: String?
        var writes = 0
    }

    private let state: Locked<State>

    /// Creates a vault.
    ///
    /// - Parameter texts: what an earlier installation left.
    public init(_ texts: [String: String] = [:]) {
        self.state = Locked(State(texts: texts))
    }

    /// Whether nothing can be read or written now.
    public var isLocked: Bool {
        get { self.state.withLock { $0.isLocked } }
        set { self.state.withLock { $0.isLocked = newValue } }
    }

    /// The keys of which nothing can be read or written now, besides all of them while ``isLocked``.
    public var lockedKeys: Set<String> {
        get { self.state.withLock { $0.lockedKeys } }
        set { self.state.withLock { $0.lockedKeys = newValue } }
    }

    /// Why nothing can be written; nil while it can.
    public var writeProblem: String? {
        get { self.state.withLock { $0.writeProblem } }
        set { self.state.withLock { $0.writeProblem = newValue } }
    }

    /// What is kept.
    public var texts: [String: String] { self.state.withLock { $0.texts } }

    /// How many times something was written.
    public var writes: Int { self.state.withLock { $0.writes } }

    /// Reads one text, unless locked.
    public func read(_ key: String) -> VaultReading<String> {
        self.state.withLock { state in
            if state.isLocked || state.lockedKeys.contains(key) { return .unreadable("The vault is locked.") }
            return state.texts[key].map { .value($0) } ?? .absent
        }
    }

    /// Keeps one text, unless locked.
    public func write(_ value: String, forKey key: String) -> String? {
        self.state.withLock { state in
            if state.isLocked || state.lockedKeys.contains(key) { return "The vault is locked." }
            if let problem = state.writeProblem { return problem }
            state.texts[key] = value
            state.writes += 1
            return nil
        }
    }

    /// Removes one text, unless locked.
    public func remove(_ key: String) -> String? {
        self.state.withLock { state in
            if state.isLocked || state.lockedKeys.contains(key) { return "The vault is locked." }
            state.texts[key] = nil
            return nil
        }
    }
}

/// A platform identifier that tests set.
public final class ManualDeviceIdentifier: DeviceIdentifierSource {
    private let answer: Locked<VaultReading<DeviceIdentifier>>

    /// The key of a random identifier.
    public let randomKey: String

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - answer: what it answers.
    ///   - randomKey: the key of a random identifier.
    public init(_ answer: VaultReading<DeviceIdentifier>, randomKey: String = IdentityKey.appleRandom) {
        self.answer = Locked(answer)
        self.randomKey = randomKey
    }

    /// Changes the answer.
    public func set(_ answer: VaultReading<DeviceIdentifier>) {
        self.answer.withLock { $0 = answer }
    }

    /// Answers as set.
    public func read() -> VaultReading<DeviceIdentifier> { self.answer.withLock { $0 } }
}

/// The keys that a receiver opens with, by their ids.
public struct Keyring: Sendable, CustomStringConvertible {
    /// Keys for what was sealed.
    public private(set) var openingKeys: [String: OpeningKey] = [:]

    /// Keys that both ends hold.
    public private(set) var sharedKeys: [String: SharedKey] = [:]

    /// Creates a keyring; of two keys with one id and kind the later one counts.
    public init(opening: [OpeningKey] = [], shared: [SharedKey] = []) {
        for key in opening { self.insert(key) }
        for key in shared { self.insert(key) }
    }

    /// Reads the lines of a key file: `opening ID BASE64` or `shared ID BASE64`.
    ///
    /// Empty lines and those that begin with `#` are passed over.
    ///
    /// - Parameter text: The lines.
    /// - Throws: ``CryptoError`` with the line's number, or for what is no key.
    public init(text: String) throws(CryptoError) {
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
            guard let kind = words.first, !kind.hasPrefix("#") else { continue }
            guard words.count == 3 else { throw CryptoError(fault: .keyText(line: index + 1)) }
            switch kind {
            case "opening": self.insert(try OpeningKey(id: words[1], base64: words[2]))
            case "shared": self.insert(try SharedKey(id: words[1], base64: words[2]))
            default: throw CryptoError(fault: .keyText(line: index + 1))
            }
        }
    }

    /// The lines of a key file, sorted; it holds the secrets.
    public var text: String {
        let opening = self.openingKeys.values.map { "opening \($0.id) \($0.base64)\n" }
        let shared = self.sharedKeys.values.map { "shared \($0.id) \($0.base64)\n" }
        return (opening + shared).sorted().joined()
    }

    /// Adds a key.
    public mutating func insert(_ key: OpeningKey) { self.openingKeys[key.id] = key }

    /// Adds a key.
    public mutating func insert(_ key: SharedKey) { self.sharedKeys[key.id] = key }

    /// True when it holds no key.
    public var isEmpty: Bool { self.openingKeys.isEmpty && self.sharedKeys.isEmpty }

    /// The ids; never the keys themselves.
    public var description: String {
        "Keyring(opening: \(self.openingKeys.keys.sorted()), shared: \(self.sharedKeys.keys.sorted()))"
    }

    func openingKey(_ id: String) throws(CryptoError) -> OpeningKey {
        guard let key = self.openingKeys[id] else { throw CryptoError(fault: .unknownKey(id: id)) }
        return key
    }

    func sharedKey(_ id: String) throws(CryptoError) -> SharedKey {
        guard let key = self.sharedKeys[id] else { throw CryptoError(fault: .unknownKey(id: id)) }
        return key
    }
}

import Foundation
import SpoorWire

/// What a link says about where the person comes from.
struct CampaignLink: Equatable, Sendable {
    /// One parameter of the link.
    struct Value: Equatable, Sendable {
        var key: String
        var text: String
    }

    /// The most UTF-16 units of one value: every later event carries it.
    static let maxUnits = 1024

    /// The most bytes of a link that are looked at; what names a campaign stands before them.
    static let maxBytes = 16 << 10

    /// The parameters that name a campaign or a channel; each key once, the first value that says something.
    private(set) var values: [Value] = []

    /// Reads a link.
    ///
    /// - Parameters:
    ///   - url: the link as text; need not be well formed.
    ///   - channelKeys: the app's own keys.
    init(_ url: String, channelKeys: [String]) {
        let wanted = Campaign.keys + channelKeys
        var parameters = Self.parameters(of: url, wanted: Set(wanted))
        for key in wanted {
            guard let text = parameters.removeValue(forKey: key) else { continue }
            self.values.append(Value(key: key, text: Limits.truncated(text, limit: Self.maxUnits)))
        }
    }

    /// The link's own properties: `$utm_source` and so on, channel keys as they are.
    var properties: Properties {
        var properties = Properties()
        for value in self.values {
            properties[Campaign.keys.contains(value.key) ? "$\(value.key)" : value.key] = .string(value.text)
        }
        return properties
    }

    /// The query's pairs with a key that is wanted, the first of each that says something; `+` is a blank, as forms
    /// write it.
    private static func parameters(of url: String, wanted: Set<String>) -> [String: String] {
        let bytes = Array(url.utf8.prefix(Self.maxBytes))
        guard let question = bytes.firstIndex(of: UInt8(ascii: "?")) else { return [:] }
        let query = bytes[(question + 1)...].prefix { $0 != UInt8(ascii: "#") }
        var values: [String: String] = [:]
        for pair in query.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count > 1, let name = parts.first, let text = parts.last, !text.isEmpty else { continue }
            let key = Self.decoded(name)
            guard wanted.contains(key), values[key] == nil else { continue }
            values[key] = Self.decoded(text)
        }
        return values
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        let spaced = String(decoding: bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
        guard spaced.utf8.contains(UInt8(ascii: "%")) else { return spaced }
        return spaced.removingPercentEncoding ?? spaced
    }
}

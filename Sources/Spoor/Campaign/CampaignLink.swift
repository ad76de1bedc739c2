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

    /// The parameters that name a campaign or a channel; each key once, the first value that says something.
    private(set) var values: [Value] = []

    /// Reads a link.
    ///
    /// - Parameters:
    ///   - url: the link as text; need not be well formed.
    ///   - channelKeys: the app's own keys.
    init(_ url: String, channelKeys: [String]) {
        let wanted = Campaign.keys + channelKeys
        let parameters = Self.parameters(of: url)
        for key in wanted where !self.values.contains(where: { $0.key == key }) {
            guard let text = parameters.first(where: { $0.key == key && !$0.text.isEmpty })?.text else { continue }
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

    /// The query's pairs, in order; `+` is a blank, as forms write it.
    private static func parameters(of url: String) -> [Value] {
        guard let question = url.firstIndex(of: "?") else { return [] }
        let query = url[url.index(after: question)...].prefix { $0 != "#" }
        return query.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return Value(key: Self.decoded(parts[0]), text: parts.count > 1 ? Self.decoded(parts[1]) : "")
        }
    }

    private static func decoded(_ text: Substring) -> String {
        let spaced = text.replacing("+", with: " ")
        return spaced.removingPercentEncoding ?? String(spaced)
    }
}

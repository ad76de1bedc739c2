import Testing

@testable import SpoorChannel

/// Header fields of the app's own that would break each request.
struct HeaderCheckTests {
    @Test(arguments: [
        ("X-Bad", "a\r\nX-Injected: b", "control character"), ("X-Bad", "a\n", "control character"),
        ("X-Bad", "a\rb", "control character"), ("X-Bad", "a\u{0}", "control character"),
        ("X-Bad", "\u{7F}", "control character"), ("X-Bad", "\u{85}", "control character"),
        ("X-Bad", String(repeating: "v", count: 8_193), "more than 8192"), ("", "a", "name is empty"),
        ("Bad Name", "a", "letters, digits"), ("Bad\r\nName", "a", "letters, digits"), ("Bad:", "a", "letters, digits"),
        (" X", "a", "letters, digits"), ("Schlüssel", "a", "letters, digits"), ("X\u{0}", "a", "letters, digits"),
        (String(repeating: "n", count: 129), "a", "at most 128"), ("Host", "evil.test", "set by the SDK"),
        ("Content-Length", "0", "set by the SDK"), ("content-length", "0", "set by the SDK"),
        ("Content-Encoding", "br", "set by the SDK"), ("Content-Type", "text/plain", "set by the SDK"),
        ("Transfer-Encoding", "chunked", "set by the SDK"), ("Connection", "close", "set by the SDK"),
        ("Expect", "100-continue", "set by the SDK"), ("Dry-Run", "true", "set by the SDK"),
        ("Spoor-Count", "7", "set by the SDK"), ("SPOOR-Anything", "7", "set by the SDK"),
    ])
    func aFieldThatBreaksRequestsIsLeftOutAndTold(name: String, value: String, reason: String) throws {
        var configuration = ChannelConfiguration(endpoint: "https://host")
        configuration.headers = [name: value, "Authorization": "Bearer s3cr3t"]
        #expect(configuration.clamped.headers == ["Authorization": "Bearer s3cr3t"])
        #expect(configuration.clamped.clamped == configuration.clamped)
        let remarks = configuration.headerRemarks
        try #require(remarks.count == 1)
        #expect(remarks[0].contains(reason) && remarks[0].contains(String(name.prefix(60)).debugDescription))
        #expect(!remarks[0].contains("s3cr3t") && !remarks[0].contains("\r"))
    }

    @Test(arguments: [
        ("Authorization", "Bearer abc.def-ghi=="), ("X-Tab", "a\tb"), ("X-Name!#$%&'*+-.^_`|~9", "a"),
        ("X-Utf8", "schön"),
        ("User-Agent", "shop/1"), ("Cookie", "a=b; c=d"), ("X-Long", String(repeating: "v", count: 8_192)),
    ])
    func aProperFieldIsSent(name: String, value: String) {
        var configuration = ChannelConfiguration(endpoint: "https://host")
        configuration.headers = [name: value]
        #expect(configuration.headerRemarks == [] && configuration.clamped.headers == [name: value])
        #expect(configuration.clamped.requestHeaders(count: 1)[name] == value)
    }

    @Test func ofTwoSpellingsOneIsSent() {
        var configuration = ChannelConfiguration(endpoint: "https://host")
        configuration.headers = ["x-key": "1", "X-Key": "2"]
        #expect(configuration.clamped.headers == ["X-Key": "2"])
        #expect(configuration.headerRemarks.count == 1)
    }

    @Test func anAgentOfTheAppsOwnReplacesOursHoweverItIsSpelled() {
        var configuration = ChannelConfiguration(endpoint: "https://host/sa")
        configuration.encoding = .sensorsForm
        configuration.headers = ["user-agent": "shop/1"]
        let agents = configuration.requestHeaders(count: 1).filter { $0.key.lowercased() == "user-agent" }
        #expect(agents == ["user-agent": "shop/1"])
    }
}

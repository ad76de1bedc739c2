import Testing

@testable import SpoorChannel

struct AddressTests {
    private func url(_ endpoint: String, _ encoding: ChannelEncoding, _ mode: DebugMode) -> String {
        var configuration = ChannelConfiguration(endpoint: endpoint, project: "a b")
        configuration.encoding = encoding
        configuration.debugMode = mode
        return configuration.uploadURL
    }

    @Test(arguments: [
        ("https://host/sa?project=p", "https://host/debug?project=p"), ("https://host/sa", "https://host/debug"),
        ("https://host/a/b/sa.gif?project=p&x=/y", "https://host/a/b/debug?project=p&x=/y"),
        ("https://host/sa/?project=p", "https://host/debug?project=p"), ("https://host", "https://host/debug"),
        ("https://host:8106/", "https://host:8106/debug"), ("https://host?project=p", "https://host/debug?project=p"),
        (" https://host/sa#part ", "https://host/debug#part"),
    ])
    func sensorsReceiversKeepTheirAddressAndDebugReplacesItsLastPart(endpoint: String, debug: String) {
        #expect(self.url(endpoint, .sensorsForm, .debugOnly) == debug)
        #expect(self.url(endpoint, .sensorsForm, .debugAndTrack) == debug)
        #expect(self.url(endpoint, .sensorsForm, .off) == endpoint.trimmedSpaces)
    }

    @Test(arguments: [
        ("https://host", "https://host", ""), ("https://host/base//", "https://host/base", ""),
        ("https://host/base?key=1&project=other#part", "https://host/base", "&key=1"),
        ("https://host?", "https://host", ""),
    ])
    func ourCollectorHasPathsOfItsOwn(endpoint: String, base: String, rest: String) {
        #expect(self.url(endpoint, .json, .off) == base + "/v1/events?project=a%20b" + rest)
        #expect(self.url(endpoint, .json, .debugOnly) == base + "/debug?project=a%20b" + rest)
    }

    @Test func headersFollowTheForm() {
        var configuration = ChannelConfiguration(endpoint: "https://host/sa")
        configuration.headers = ["Cookie": "a=b"]
        #expect(configuration.requestHeaders(count: 3)["Spoor-Count"] == "3")
        #expect(configuration.receiptNeed == .always)
        configuration.encoding = .sensorsForm
        let form = [
            "Cookie": "a=b", "Content-Type": "application/x-www-form-urlencoded",
            "User-Agent": "SensorsAnalytics iOS SDK",
        ]
        #expect(configuration.requestHeaders(count: 3) == form)
        #expect(configuration.receiptNeed == .none)
        configuration.debugMode = .debugOnly
        #expect(configuration.requestHeaders(count: 1)["Dry-Run"] == "true")
        configuration.debugMode = .debugAndTrack
        #expect(configuration.requestHeaders(count: 1)["Dry-Run"] == nil)
    }
}

import SpoorChannel
import SpoorWire
import Testing

/// What a document's settings make of a channel's configuration.
struct SettingsTests {
    private let builtIn = ChannelConfiguration(endpoint: "https://built.in", project: "shop")

    @Test func settingsThatSayNothingChangeNothing() {
        #expect(self.builtIn.applying(ChannelSettings()) == self.builtIn)
        let prism = ChannelConfiguration.prism(endpoint: "https://built.in")
        #expect(prism.applying(ChannelSettings()) == prism)
    }

    @Test func everyFieldReachesItsPlace() throws {
        let text = #"""
            {"namespaces":{"tracker":{"url":"https://new.test","isUpload":false,"isGather":false,"isUpdateClear":true,
            "maxBodyMByte":0.25,"periodicTimerSecond":7,"flushBulkSize":20,"maxItem":30,"maxFlowMByte":40,
            "expirationDay":5,"monitorList":[{"type":"net"}],"encryption":{"kind":"none"}}}}
            """#
        let document = try ConfigurationDocument.read(Array(text.utf8)).document
        let settings = try #require(document.namespaces["tracker"])
        for field in SettingField.allCases { #expect(settings[field] != nil, "the text names every field") }
        var expected = self.builtIn
        expected.endpoint = "https://new.test"
        expected.isUploadEnabled = false
        expected.isCollectionEnabled = false
        expected.clearsOnUpgrade = true
        expected.maxBodyBytes = 250_000
        expected.uploadInterval = .seconds(7)
        expected.bulkSize = 20
        expected.maxBatchCount = 30
        expected.dailyCellularBytes = 40_000_000
        expected.retentionDays = 5
        expected.rules = [TypeRule(type: "net")]
        #expect(self.builtIn.applying(settings) == expected)
    }

    @Test func theSeedsDefaultsAreThoseOfAPrismChannel() {
        let prism = ChannelConfiguration.prism(endpoint: "https://built.in")
        #expect(prism.clampingRemark == nil)
        #expect(prism.uploadInterval == .seconds(5) && prism.maxBatchCount == 100 && prism.bulkSize == 100)
        #expect(prism.maxBodyBytes == 1_000_000 && prism.dailyCellularBytes == 20_000_000)
        #expect(prism.retentionDays == 15 && prism.clearsOnUpgrade && prism.isCollectionEnabled)
        #expect(prism.rules?.map(\.type) == ["appCrash", "appLag", "appBoot", "net", "netError"])
        #expect(prism.rules?.filter(\.isRealtime).map(\.type) == ["appCrash"])
    }

    @Test(arguments: [(1, 5, 1), (30, 30, 30)])
    func theTimerHasTheRangeOfItsKind(_ seconds: Int, _ tracker: Int, _ prism: Int) {
        var settings = ChannelSettings()
        settings.periodicTimerSecond = seconds
        #expect(self.builtIn.applying(settings).uploadInterval == .seconds(tracker))
        #expect(ChannelConfiguration.prism(endpoint: "x").applying(settings).uploadInterval == .seconds(prism))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -1, 0, 1e300])
    func noNumberTraps(_ megabytes: Double) {
        var settings = ChannelSettings()
        settings.maxBodyMByte = megabytes
        settings.maxItem = .min
        settings.flushBulkSize = .max
        settings.maxFlowMByte = .max
        settings.expirationDay = .max
        let configuration = self.builtIn.applying(settings)
        #expect((1_000...3_000_000).contains(configuration.maxBodyBytes))
        #expect(configuration.maxBatchCount == 1 && configuration.retentionDays == 30)
        #expect(configuration.dailyCellularBytes == 100_000_000)
    }
}

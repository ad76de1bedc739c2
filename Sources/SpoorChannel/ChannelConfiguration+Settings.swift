public import SpoorWire

extension ChannelConfiguration {
    /// A channel for records of monitoring or business, with the seed's defaults.
    ///
    /// - Parameters:
    ///   - endpoint: the collector's base address.
    ///   - project: the project on the collector.
    /// - Returns: the configuration.
    public static func prism(endpoint: String, project: String = "default") -> ChannelConfiguration {
        var configuration = ChannelConfiguration(endpoint: endpoint, project: project)
        configuration.kind = .prism
        configuration.encoding = .packet
        configuration.clearsOnUpgrade = true
        configuration.uploadInterval = .seconds(5)
        configuration.maxBatchCount = 100
        configuration.initialBatchCount = 100
        configuration.rules = TypeRule.monitoring
        configuration.hasDefaultRules = true
        return configuration
    }

    /// The configuration with what a document says about its namespace; what it does not say stays.
    ///
    /// - Parameter settings: what the document says.
    /// - Returns: the configuration, every value in its range.
    public func applying(_ settings: ChannelSettings) -> ChannelConfiguration {
        var copy = self
        if let url = settings.url { copy.endpoint = url }
        if let isUpload = settings.isUpload { copy.isUploadEnabled = isUpload }
        if let isGather = settings.isGather { copy.isCollectionEnabled = isGather }
        if let clears = settings.isUpdateClear { copy.clearsOnUpgrade = clears }
        if let megabytes = settings.maxBodyMByte { copy.maxBodyBytes = Self.bytes(megabytes) }
        if let seconds = settings.periodicTimerSecond { copy.uploadInterval = .seconds(seconds) }
        if let count = settings.flushBulkSize { copy.bulkSize = count }
        if let count = settings.maxItem { copy.maxBatchCount = count }
        if let megabytes = settings.maxFlowMByte { copy.dailyCellularBytes = Self.bytes(Double(megabytes)) }
        if let days = settings.expirationDay { copy.retentionDays = days }
        if let rules = settings.monitorList { copy.rules = rules }
        if let encryption = settings.encryption { copy.encryption = encryption }
        return copy.clamped
    }

    /// The configuration with what a document in force says about its namespace, and the note that it does.
    ///
    /// The next version of the app decides by that note what becomes of records, before it has a document of its own.
    ///
    /// - Parameter settings: what the document says.
    /// - Returns: the configuration, every value in its range.
    package func following(_ settings: ChannelSettings) -> ChannelConfiguration {
        var copy = self.applying(settings)
        copy.upgradeWord = settings.isUpdateClear.map { .said($0) } ?? .silent
        return copy
    }

    private static func bytes(_ megabytes: Double) -> Int {
        guard megabytes.isFinite else { return megabytes > 0 ? 1_000_000_000 : 0 }
        return Int((min(max(megabytes, 0), 1_000) * 1_000_000).rounded())
    }
}

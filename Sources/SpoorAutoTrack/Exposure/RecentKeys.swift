/// The newest keys of an endless row, in bounded memory: at least a given number of them, at most twice as many.
struct RecentKeys: Sendable {
    private let limit: Int
    private var newer: Set<ExposureKey> = []
    private var older: Set<ExposureKey> = []

    init(atLeast limit: Int) {
        self.limit = max(limit, 1)
    }

    func contains(_ key: ExposureKey) -> Bool { self.newer.contains(key) || self.older.contains(key) }

    mutating func insert(_ key: ExposureKey) {
        if self.newer.count >= self.limit {
            self.older = self.newer
            self.newer = []
        }
        self.newer.insert(key)
    }
}

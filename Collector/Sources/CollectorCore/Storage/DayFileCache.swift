/// The day files that are open, the least recently used one closed when there are too many.
///
/// Confined to one owner, as the files are.
final class DayFileCache {
    private struct Entry {
        let file: DayFile
        var lastUse: UInt64
    }

    private let folder: String
    private let limit: Int
    private let isReadOnly: Bool
    private let busyTimeoutMilliseconds: Int
    private var entries: [Int32: Entry] = [:]
    private var uses: UInt64 = 0

    init(folder: String, limit: Int, isReadOnly: Bool, busyTimeoutMilliseconds: Int) {
        self.folder = folder
        self.limit = limit
        self.isReadOnly = isReadOnly
        self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
    }

    var openCount: Int { self.entries.count }

    /// The file of a day, opened when it is not.
    func file(_ day: Int32) throws -> DayFile {
        self.uses += 1
        if let entry = self.entries[day] {
            self.entries[day]?.lastUse = self.uses
            return entry.file
        }
        if self.entries.count >= self.limit, let oldest = self.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            self.entries[oldest.key] = nil
        }
        let file = try DayFile(
            path: "\(self.folder)/\(Day.text(day)).sqlite",
            isReadOnly: self.isReadOnly,
            busyTimeoutMilliseconds: self.busyTimeoutMilliseconds
        )
        self.entries[day] = Entry(file: file, lastUse: self.uses)
        return file
    }

    /// Closes one day's file, as after a fault, so that it is opened anew.
    func close(_ day: Int32) { self.entries[day] = nil }

    /// Closes all files.
    func closeAll() { self.entries = [:] }
}

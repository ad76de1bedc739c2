import SpoorStore

extension QueueInspection {
    /// Whether a folder is what an app shares with its extensions, instead of a queue.
    public static func isShared(_ folder: String) -> Bool { CompanionInspection.isPlace(folder) }

    /// Looks into what an app shares with its extensions, from any process; nothing in it is touched.
    ///
    /// What companions recorded counts as being in the journal. What the app took over already counts as well while its
    /// file is still written.
    ///
    /// - Parameter folder: the folder that holds one named `companions`.
    /// - Returns: what companions recorded.
    public static func read(shared folder: String) -> QueueInspection {
        let found = CompanionInspection(folder: folder)
        var inspection = QueueInspection()
        for (recordClass, total) in found.waiting {
            inspection.inJournal["\(recordClass)"] = Amount(count: total.count, bytes: total.bytes)
        }
        inspection.waiting = inspection.inJournal
        inspection.oldestMilliseconds = found.oldest
        inspection.journalBytes = found.fileBytes
        inspection.companions = found.companions
        inspection.companionsGone = found.gone
        inspection.problems = found.problems
        return inspection
    }
}

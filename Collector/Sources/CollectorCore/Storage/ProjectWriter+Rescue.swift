import Foundation
import SpoorSQLite
import SpoorWire

extension ProjectWriter {
    /// Puts a day's damaged file aside under a new name, so that the day begins anew and nothing else is held up.
    ///
    /// What had arrived stays known, so that its events are not stored twice should the file be repaired.
    func setAside(_ day: Int32) throws {
        self.days.close(day)
        let folder = "\(self.folder)/days"
        let name = Day.text(day)
        var number = 1
        while FileManager.default.fileExists(atPath: "\(folder)/\(name).corrupt-\(number)") { number += 1 }
        for suffix in ["", "-wal", "-shm"] {
            rename("\(folder)/\(name).sqlite\(suffix)", "\(folder)/\(name).corrupt-\(number)\(suffix)")
        }
        for run in self.state.withLock({ $0.days[day]?.runs }) ?? FactFolder(path: folder).runs()[day] ?? [] {
            unlink(run.path)
        }
        // Rows of the new file count from 1 again.
        try self.main.connection.run("DELETE FROM mark WHERE day = ?", [.integer(Int64(day))])
        self.dirtyDays[day] = nil
        self.state.withLock { $0.days[day] = nil }
        self.settings.tell(
            "The events of \(name) cannot be read, the file is damaged: it was put aside as "
                + "'\(folder)/\(name).corrupt-\(number)', and the day begins anew. Restore it from a backup, or save what is in "
                + "it by sqlite3's '.recover'."
        )
    }
}

import CSpoor
import SpoorSQLite

/// Looks into a queue folder from outside, whether or not an app is using it.
///
/// Nothing in the folder is written, locked or created. The database is copied first, because whoever uses it keeps it
/// locked; the journal and the state file are read as they are. Call it from another process than the one that uses
/// the folder: within one process, closing a file lets go of SQLite's locks on it.
public struct QueueFolder {
    private let folder: String
    private let scratch: String
    private var inspection = StoreInspection()
    private var state = StateDocument(producer: "", witness: "")
    /// What the next start does for want of a state file; nil where there is one.
    private var stateAbsence: String?

    /// Looks into a folder.
    ///
    /// - Parameters:
    ///   - folder: the queue folder.
    ///   - scratch: an empty folder outside of it for the copy, which stays there.
    /// - Returns: what it holds; what is damaged is named among the problems.
    /// - Throws: `QueueFolderError` where it is no queue folder, or cannot be read.
    public static func inspect(_ folder: String, scratch: String) throws(QueueFolderError) -> StoreInspection {
        var reader = QueueFolder(folder: folder, scratch: scratch)
        let names = try reader.names()
        reader.readState()
        // The journal first: a record that moves meanwhile is then seen twice, and counted once, instead of never.
        let frames = names.contains("journal") ? reader.readJournal() : [:]
        // Its note before the database: it may then say less than was committed, never more.
        let noted = CommitLedger(folder: folder, files: PosixSegmentFiles()).stock
        let database = reader.readDatabase()
        let pending = frames.lazy.filter { $0.value.kind.isRecord }.map(\.key)
        reader.inspection.compare(database, with: noted, pending: pending, hasState: !reader.state.producer.isEmpty)
        reader.add(frames)
        reader.inspection.lastSequence = max(reader.inspection.lastSequence, noted?.last ?? 0)
        return reader.inspection
    }

    /// The queue folders of the Prism channels that lie below a tracker's, sorted.
    public static func channels(in folder: String) -> [String] {
        let names = (try? Posix.names(in: "\(folder)/channels")) ?? []
        return names.sorted().map { "\(folder)/channels/\($0)" }.filter { channel in
            ((try? Posix.names(in: channel)) ?? []).contains(where: Self.parts.contains)
        }
    }

    /// The queue folders that a folder is or holds, sorted.
    public static func folders(in folder: String) -> [String] {
        let names = (try? Posix.names(in: folder)) ?? []
        if names.contains(where: Self.parts.contains) { return [folder] }
        return names.map { "\(folder)/\($0)" }.filter { inner in
            ((try? Posix.names(in: inner)) ?? []).contains(where: Self.parts.contains)
        }
    }

    private init(folder: String, scratch: String) {
        self.folder = folder
        self.scratch = scratch
    }

    private static let parts = ["records.sqlite", "state", "journal"]

    private func names() throws(QueueFolderError) -> [String] {
        let names: [String]
        do {
            names = try Posix.names(in: self.folder)
        } catch {
            throw error.isAbsence
                ? QueueFolderError("There is no folder '\(self.folder)': name the queue's own folder.")
                : QueueFolderError("The folder '\(self.folder)' cannot be read: \(error).")
        }
        if names.contains(where: Self.parts.contains) { return names }
        let queues = Self.folders(in: self.folder)
        throw queues.isEmpty
            ? QueueFolderError("'\(self.folder)' holds no queue: neither records.sqlite, state nor journal is in it.")
            : QueueFolderError(
                "'\(self.folder)' holds several queues: name one of them, such as "
                    + queues.prefix(5).map { "'\($0)'" }.joined(separator: ", ") + "."
            )
    }

    private mutating func readState() {
        do {
            let (files, bytes) = (PosixFileAccess(), try PosixFileAccess().read("\(self.folder)/state"))
            let copy = try? files.read("\(self.folder)/\(StateStore.copyName)")
            guard let stored = bytes.flatMap(StateStore.decode) else {
                if let copy = copy.flatMap(StateStore.decode) {
                    self.state.take(StateDocument(copy))
                    self.inspection.values = self.state.values
                }
                guard bytes != nil else {
                    self.stateAbsence =
                        copy.flatMap(StateStore.decode) == nil
                        ? "its copy is gone or damaged, too; who is recorded begins anew with the next start"
                        : "the next start takes over its copy, and begins a new producer"
                    return
                }
                return self.inspection.problems.append(
                    "The state file is damaged; the next start sets it aside and begins a new producer."
                )
            }
            self.state = StateDocument(stored)
            self.inspection.producer = self.state.producer
            self.inspection.values = self.state.values
        } catch {
            self.inspection.problems.append("The state file cannot be read: \(error).")
        }
    }

    private mutating func readDatabase() -> StoreInspection.Database {
        do {
            let path = "\(self.scratch)/\(RecordStore.fileName)"
            guard try FolderCopy.copyDatabase(from: self.folder, to: path) else { return .absent }
            try FirstPage.check(path)
            var configuration = ConnectionConfiguration()
            configuration.isExclusive = true
            configuration.synchronous = .off
            let connection = try Connection(path: path, configuration: configuration)
            if let finding = try connection.quickCheck().first { throw SQLiteError(code: 11, message: finding) }
            try RecordSchema.check(connection)
            try connection.migrate(RecordStore.migrations)
            let records = try RecordStore(connection: connection, path: path)
            try connection.transaction { try records.recount() }
            try records.describe(into: &self.inspection)
            try records.describeTypes(into: &self.inspection)
            try records.describeDamage(into: &self.inspection)
            let kept = try records.keptState()
            self.state.take(kept)
            self.inspection.values = self.state.values
            guard let producer = try records.producer() else { return .read }
            self.inspection.producer = producer
            // Where the file could not be written, the database keeps the state, and proves the producer.
            if kept == nil, let absence = self.stateAbsence {
                self.inspection.problems.append("The state file is missing: \(absence).")
            }
            return .read
        } catch let error as SQLiteError where error.isCorruption {
            self.inspection.problems.append(
                "The database is damaged (\(error.message)); the next start sets it aside and saves what can be read."
            )
        } catch {
            self.inspection.problems.append("The database cannot be read: \(error)")
        }
        return .unreadable
    }

    /// A record of the journal without its bytes.
    private struct Frame {
        var kind: RecordKind
        var recordClass: RecordClass
        var recorded: Int64
        var bytes: Int
        var report: (type: String, payloadBytes: Int)?
    }

    private mutating func readJournal() -> [UInt64: Frame] {
        var frames: [UInt64: Frame] = [:]
        var tally = FrameTally()
        let folder = "\(self.folder)/journal"
        for name in (try? Posix.names(in: folder)) ?? [] where name.hasSuffix(".journal") {
            // A segment may be given back while the folder is read.
            guard let bytes = try? PosixFileAccess().read("\(folder)/\(name)") else { continue }
            bytes.withUnsafeBytes { bytes in
                guard let epoch = Self.epoch(of: bytes, &tally) else { return }
                var reader = FrameReader(bytes: bytes, epoch: epoch)
                while let frame = reader.next() {
                    frames[frame.sequence] = Frame(
                        kind: frame.kind,
                        recordClass: frame.recordClass,
                        recorded: frame.recorded,
                        bytes: frame.payload.count,
                        report: frame.report
                    )
                }
                tally += reader.tally
            }
        }
        if tally.corrupt + tally.damagedHeaders > 0 {
            self.inspection.problems.append(
                "The journal is damaged in \(tally.corrupt + tally.damagedHeaders) places; "
                    + "the next start takes over everything else."
            )
        }
        if tally.cutSegments > 0 {
            self.inspection.problems.append(
                "\(tally.cutSegments) files of the journal are shorter than they were; what was cut off is lost."
            )
        }
        return frames
    }

    private static func epoch(of bytes: UnsafeRawBufferPointer, _ tally: inout FrameTally) -> UInt32? {
        guard bytes.count >= Segment.firstFrame, let base = bytes.baseAddress else {
            if !Journal.isSpare(bytes) { tally.cutSegments += 1 }
            return nil
        }
        let epoch = spoor_segment_epoch(base.assumingMemoryBound(to: UInt8.self))
        if epoch > 0 {
            if spoor_segment_capacity(base.assumingMemoryBound(to: UInt8.self)) > bytes.count { tally.cutSegments += 1 }
            return UInt32(epoch)
        }
        if epoch == 0, !Journal.isBlank(base) { return nil }
        let highest = FrameReader.highestEpoch(in: bytes)
        if epoch < 0 || highest != nil { tally.damagedHeaders += 1 }
        return highest
    }

    private mutating func add(_ frames: [UInt64: Frame]) {
        let known = self.inspection.lastSequence
        for (sequence, frame) in frames where sequence > known {
            self.inspection.lastSequence = max(self.inspection.lastSequence, sequence)
            self.inspection.journalBytes += frame.bytes + Int(SPOOR_FRAME_HEADER_BYTES)
            guard frame.kind.isRecord else { continue }
            self.inspection.add(
                inJournal: frame.recordClass,
                sequence: sequence,
                recorded: frame.recorded,
                bytes: frame.bytes
            )
            if let report = frame.report { self.inspection.add(type: report.type, payloadBytes: report.payloadBytes) }
        }
    }
}

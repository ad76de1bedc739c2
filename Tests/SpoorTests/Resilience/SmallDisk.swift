import ChildPrograms
import Foundation

/// A file system of its own, in memory and a few megabytes large, so that "the disk is full" is real.
///
/// Mounting takes rights that not every machine gives; tests that need one are skipped there, visibly.
final class SmallDisk {
    let path: String
    private var filler: String { self.path + "/filler" }

    /// Whether this machine lets us mount one.
    static let isAvailable: Bool = (try? SmallDisk(megabytes: 1)) != nil

    struct Refused: Error {}

    init(megabytes: Int) throws {
        self.path = NSTemporaryDirectory() + "spoor-disk-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: self.path, withIntermediateDirectories: true)
        guard Self.run("mount", ["-t", "tmpfs", "-o", "size=\(megabytes)m", "tmpfs", self.path]) else {
            try? FileManager.default.removeItem(atPath: self.path)
            throw Refused()
        }
    }

    deinit {
        // Lazily: a tracker that a test has abandoned may still hold a file.
        _ = Self.run("umount", ["-l", self.path])
        try? FileManager.default.removeItem(atPath: self.path)
    }

    /// Takes all the room there is, to the last byte.
    func fill() {
        _ = FileManager.default.createFile(atPath: self.filler, contents: nil)
        guard let handle = FileHandle(forWritingAtPath: self.filler) else { return }
        defer { try? handle.close() }
        for size in [64 << 10, 4 << 10, 1] {
            let block = Data(repeating: 1, count: size)
            while (try? handle.write(contentsOf: block)) != nil {}
        }
    }

    /// Gives the room back.
    func empty() {
        try? FileManager.default.removeItem(atPath: self.filler)
    }

    /// Lets nobody write, or lets them again.
    func setReadOnly(_ isReadOnly: Bool) -> Bool {
        Self.run("mount", ["-o", "remount,\(isReadOnly ? "ro" : "rw")", self.path])
    }

    private static func run(_ command: String, _ arguments: [String]) -> Bool {
        (try? ChildProgram(command, arguments, printsErrors: false))?.wait() == 0
    }
}

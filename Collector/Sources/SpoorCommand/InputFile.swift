import CommandLineKit
import Foundation

/// Files that commands read.
enum InputFile {
    /// The bytes of a file; '-' is standard input.
    static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
        if path == "-" { return Array(FileHandle.standardInput.readDataToEndOfFile()) }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure(
                "The file '\(path.echoed)' cannot be read: check its name and whether you may read it."
            )
        }
        return Array(data)
    }
}

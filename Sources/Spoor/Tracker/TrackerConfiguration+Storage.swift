import Foundation
import SpoorChannel
import SpoorStore

extension TrackerConfiguration {
    /// Where this instance's queue lies.
    func storage(_ environment: TrackerEnvironment) -> ChannelStorage {
        var storage = ChannelStorage(folder: self.queueFolder)
        let segmentBytes = min(max(self.journalSegmentBytes, 16 << 10), 64 << 20)
        let capBytes = max(self.journalCapBytes, segmentBytes)
        if segmentBytes != self.journalSegmentBytes || capBytes != self.journalCapBytes {
            self.log(
                LogMessage(
                    .warning,
                    "Configured sizes of the journal were replaced: it uses journalSegmentBytes \(segmentBytes) "
                        + "(16 KiB to 64 MiB) and journalCapBytes \(capBytes) (at least one segment)."
                )
            )
        }
        storage.journal.segmentBytes = segmentBytes
        storage.journal.capBytes = capBytes
        storage.drainDelay = self.drainDelay
        storage.choices = StateKey.ofChoice.union([StateKey.optedOut])
        storage.producer = environment.producer
        storage.adjust = environment.adjustStorage
        return storage
    }

    /// The folder of this instance's queue; those of its Prism channels lie below it.
    var queueFolder: String { (self.folder ?? Self.defaultFolder()) + "/" + Self.folderName(of: self.name) }

    /// The platform's place for data that the app can make again but the system should keep.
    private static func defaultFolder() -> String {
        #if os(Linux)
        let environment = ProcessInfo.processInfo.environment
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/spoor" }
        return NSHomeDirectory() + "/.local/share/spoor"
        #else
        let places = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
        return (places.first?.path ?? NSTemporaryDirectory()) + "/spoor"
        #endif
    }

    /// A file name for any instance name: letters, digits, `-`, `_` and `.` stay, other bytes become `%` and two digits.
    static func folderName(of name: String) -> String {
        var result = ""
        for byte in name.utf8 {
            let character = Character(UnicodeScalar(byte))
            let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "-_.".contains(character))
            if isPlain, !(result.isEmpty && character == ".") {
                result.append(character)
            } else {
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result.isEmpty ? "%" : result
    }
}

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
            self.warn(
                "Configured sizes of the journal were replaced: it uses journalSegmentBytes \(segmentBytes) "
                    + "(16 KiB to 64 MiB) and journalCapBytes \(capBytes) (at least one segment)."
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

    /// The most bytes of a folder's name, so that every name of 80 bytes has one; file systems take 255.
    static let maxFolderBytes = 240

    /// A folder's name for any instance name.
    ///
    /// Small letters, digits, `-`, `_` and `.` stay, other bytes become `%` and two digits: so no two instances share a
    /// folder, also where the file system does not tell upper from lower case. Of a name that gets too long the beginning
    /// stays, and a number that stands for the whole.
    static func folderName(of name: String) -> String {
        self.fileName(of: name) { $0.isLowercase || $0.isNumber || "-_.".contains($0) }
    }

    /// Whether a folder's name lacks the end of its instance's name; no other has a tilde.
    static func isShortened(_ folder: String) -> Bool { folder.utf8.contains(UInt8(ascii: "~")) }

    /// The same for keys, which are told apart by case: capital letters stay.
    static func keyName(of name: String) -> String {
        self.fileName(of: name) { $0.isLetter || $0.isNumber || "-_.".contains($0) }
    }

    private static func fileName(of name: String, keeping isKept: (Character) -> Bool) -> String {
        var result: [UInt8] = []
        var number: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name.utf8 {
            number = (number ^ UInt64(byte)) &* 0x100_0000_01B3
            guard result.count <= Self.maxFolderBytes else { continue }
            let character = Character(UnicodeScalar(byte))
            let isPlain = byte < 0x80 && isKept(character)
            if isPlain, !(result.isEmpty && character == ".") {
                result.append(byte)
            } else {
                result += Array("%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8)
            }
        }
        if result.isEmpty { return "%" }
        guard result.count > Self.maxFolderBytes else { return String(decoding: result, as: UTF8.self) }
        let beginning = result.prefix(Self.maxFolderBytes - 17)
        return String(decoding: beginning, as: UTF8.self) + "~" + String(number, radix: 16)
    }
}

import Foundation
import Testing

@testable import CollectorCore

struct FolderTests {
    private let root = NSTemporaryDirectory() + "spoor-folder-" + UUID().uuidString

    @Test func foldersAreMadeAndRemovedWithAllInThemButNotWhatLinksLeadTo() throws {
        let files = FileManager.default
        defer { try? files.removeItem(atPath: self.root) }
        try Folder.make("\(self.root)/kept")
        #expect(files.createFile(atPath: "\(self.root)/kept/file", contents: Data("x".utf8)))
        for number in 0..<20 {
            try Folder.make("\(self.root)/gone/\(number)/a/b")
            #expect(files.createFile(atPath: "\(self.root)/gone/\(number)/a/file", contents: Data("x".utf8)))
        }
        try files.createSymbolicLink(atPath: "\(self.root)/gone/link", withDestinationPath: "\(self.root)/kept")
        // There already.
        try Folder.make("\(self.root)/gone/7/a")
        Folder.remove("\(self.root)/gone")
        #expect(!files.fileExists(atPath: "\(self.root)/gone"))
        #expect(files.fileExists(atPath: "\(self.root)/kept/file"))
    }

    @Test func aFileInTheWayIsNamed() throws {
        defer { try? FileManager.default.removeItem(atPath: self.root) }
        try Folder.make(self.root)
        #expect(FileManager.default.createFile(atPath: "\(self.root)/file", contents: nil))
        let fault = #expect(throws: FileFault.self) { try Folder.make("\(self.root)/file/x/y") }
        #expect(fault?.description.contains("'\(self.root)/file' cannot be made") == true)
        #expect(fault?.description.contains("choose another path") == true)
    }
}

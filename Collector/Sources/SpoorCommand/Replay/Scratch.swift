import CollectorCore
import Foundation

/// A folder for a command's own files, which goes when the command says so.
struct Scratch: Sendable {
    let path: String

    /// Makes the folder.
    init(_ name: String) throws(FileFault) {
        let root = NSTemporaryDirectory()
        self.path = (root.hasSuffix("/") ? root : root + "/") + name + "-" + UUID().uuidString
        try Folder.make(self.path)
    }

    /// Removes the folder with all that lies in it.
    func remove() {
        // The visitors' folders lie one below; side by side they are removed faster.
        Folder.remove(self.path + "/queues")
        Folder.remove(self.path)
    }
}

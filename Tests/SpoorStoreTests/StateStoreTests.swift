import SpoorTesting
import SpoorWire
import Testing

@testable import SpoorStore

struct StateStoreTests {
    private let folder: TestFolder
    private let files = ManualFiles()
    private let store: StateStore

    init() throws {
        self.folder = try TestFolder()
        self.store = StateStore(path: self.folder.path + "/state", files: self.files)
    }

    /// O-27: three different answers, and "not now" changes nothing.
    @Test func absentUnreadableAndValueAreThreeAnswers() throws {
        #expect(self.store.read() == .absent)
        let values: [String: JSONValue] = ["id": "D1", "n": 18_446_744_073_709_551, "on": true, "list": ["ä", 1.5]]
        try self.store.write(values)
        #expect(self.store.read() == .value(values))
        self.files.mood.withLock { $0.lockedNames = ["state"] }
        guard case .unreadable(let reason) = self.store.read() else {
            Issue.record("it cannot be read now")
            return
        }
        #expect(reason.contains("state"))
        self.files.mood.withLock { $0.lockedNames = [] }
        #expect(self.store.read() == .value(values))
    }

    @Test(arguments: ["", "spoor-state 1 0\n{}", "spoor-state 2 1234\n{\"a\":1}", "nonsense", "spoor-state 1 zz\n"])
    func aDamagedFileIsSetAside(content: String) throws {
        try self.folder.write("state", Array(content.utf8))
        #expect(self.store.read() == .damaged(setAside: "state.corrupt-1"))
        #expect(self.store.read() == .absent)
        #expect(try self.folder.read("state.corrupt-1") == Array(content.utf8))
        try self.folder.write("state", [1])
        #expect(self.store.read() == .damaged(setAside: "state.corrupt-2"))
    }

    @Test func everyFlippedBitIsNoticed() throws {
        let clean = StateStore.encode(["id": "D1", "count": 7])
        for bit in 0..<clean.count * 8 {
            var bytes = clean
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            // The checksum may be spelt in capitals: the same number.
            let decoded = StateStore.decode(bytes)
            #expect(decoded == nil || decoded == ["id": "D1", "count": 7], "bit \(bit)")
        }
    }
}

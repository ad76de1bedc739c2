import CollectorCore
import Foundation
import SpoorWire
import Testing

final class ConfigurationStoreTests {
    private let data = NSTemporaryDirectory() + "spoor-configurations-" + UUID().uuidString
    private let clock = Locked<Int64>(1_790_000_000_000)

    deinit { try? FileManager.default.removeItem(atPath: self.data) }

    private func store() -> ConfigurationStore {
        let clock = self.clock
        return ConfigurationStore(data: self.data) { clock.withLock { $0 } }
    }

    private static func document(_ seconds: Int) -> ConfigurationDocument {
        var settings = ChannelSettings()
        settings.periodicTimerSecond = seconds
        return ConfigurationDocument(namespaces: ["prism": settings])
    }

    private var files: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: "\(self.data)/configurations/shop").sorted()
        }
    }

    @Test func aProjectBeginsWithAnEmptyConfigurationAndNoFile() throws {
        let empty = try self.store().current(project: "shop")
        #expect(empty.revision == 0)
        #expect(
            String(decoding: empty.document.bytes, as: UTF8.self)
                == #"{"project":"shop","revision":0,"namespaces":{}}"#
        )
        #expect(!self.store().has(project: "shop"))
        #expect(!FileManager.default.fileExists(atPath: self.data))
        #expect(throws: ConfigurationStoreError.project("a/b")) { try self.store().current(project: "a/b") }
    }

    @Test func eachSavingHasAHigherNumberAndStaysAsItWas() throws {
        for seconds in 1...3 {
            self.clock.withLock { $0 += 1_000 }
            var document = Self.document(seconds)
            // What the sender says of project and number means nothing.
            document.project = "other"
            document.revision = 99
            let saved = try self.store().save(document, project: "shop", author: "ann", comment: "no \(seconds)")
            #expect(saved.revision == Int64(seconds))
        }
        let store = self.store()
        let current = try store.current(project: "shop")
        #expect(current.revision == 3 && current.document.project == "shop" && current.document.revision == 3)
        #expect(current.document.namespaces["prism"]?.periodicTimerSecond == 3)
        #expect(current.time == 1_790_000_003_000 && current.author == "ann" && current.comment == "no 3")
        #expect(try store.revisions(project: "shop") == [3, 2, 1])
        #expect(try store.revisions(project: "shop", before: 3, limit: 1) == [2])
        #expect(try store.revisions(project: "shop", limit: -1) == [])
        #expect(try store.saved(1, project: "shop").document.namespaces["prism"]?.periodicTimerSecond == 1)
        #expect(throws: ConfigurationStoreError.unknown(revision: 4, project: "shop")) {
            try store.saved(4, project: "shop")
        }
        #expect(try store.current(project: "other").revision == 0)
    }

    @Test func goingBackIsANewNumberAndCanBeTakenBack() throws {
        let store = self.store()
        #expect(throws: ConfigurationStoreError.nothingBefore(revision: 0)) {
            try store.undo(to: nil, project: "shop")
        }
        for seconds in 1...3 { _ = try store.save(Self.document(seconds), project: "shop") }
        let back = try store.undo(to: nil, project: "shop", author: "bob")
        #expect(back.revision == 4 && back.document.namespaces["prism"]?.periodicTimerSecond == 2)
        #expect(back.comment == "Back to revision 2." && back.author == "bob")
        #expect(try store.undo(to: nil, project: "shop").document.namespaces["prism"]?.periodicTimerSecond == 3)
        #expect(try store.undo(to: 1, project: "shop").document.namespaces["prism"]?.periodicTimerSecond == 1)
        let empty = try store.undo(to: 0, project: "shop")
        #expect(empty.revision == 7 && empty.document.namespaces == ["prism": ChannelSettings()])
        #expect(throws: ConfigurationStoreError.nothingBefore(revision: 7)) { try store.undo(to: 7, project: "shop") }
        #expect(throws: ConfigurationStoreError.unknown(revision: -1, project: "shop")) {
            try store.undo(to: -1, project: "shop")
        }
    }

    /// Devices stop a namespace that is named no more: going back must not stop what ran before it was named.
    @Test(
        arguments: [
            // Saved one after the other, the one to go back to, and what is named then; nil is one without a list.
            ([["a"]], 0, ["a"]),
            ([["a"], ["a", "b"]], 1, ["a", "b"]),
            ([["a"], ["b"], ["c"]], 1, ["a", "b", "c"]),
            // What that revision had stopped is stopped again.
            ([["a"], [], ["a"]], 2, []),
            ([["a", "b"], ["b"], ["c"]], 2, ["b", "c"]),
            // One without a list leaves what was listed before.
            ([nil, ["a"]], 1, ["a"]),
            ([["a"], nil, ["a", "b"]], 2, ["a", "b"]),
            ([["a"], nil, ["b"]], 2, ["a", "b"]),
            ([["a"], nil, ["a"]], 2, nil),
        ] as [([[String]?], Int64, [String]?)]
    )
    func goingBackStopsNothingThatRanBefore(saved: [[String]?], target: Int64, named: [String]?) throws {
        let store = self.store()
        for names in saved {
            var document = ConfigurationDocument()
            for name in names ?? [] { document.namespaces[name] = ChannelSettings() }
            document.namespaces[names?.first ?? ""]?.maxItem = 7
            document.listsNamespaces = names != nil
            document.pages = .object([])
            _ = try store.save(document, project: "shop")
        }
        let back = try store.undo(to: target, project: "shop")
        #expect(back.document.listsNamespaces == (named != nil))
        #expect(back.document.names.sorted() == (named ?? []))
        let (read, _) = try ConfigurationDocument.read(back.document.bytes)
        #expect(read.names == back.document.names)
        let later = back.document.names.subtracting(saved.prefix(Int(target)).flatMap { $0 ?? [] })
        #expect(later.allSatisfy { back.document.namespaces[$0] == ChannelSettings() })
    }

    @Test func aChangeThatBeganEarlierIsRefused() throws {
        let store = self.store()
        _ = try store.save(Self.document(1), project: "shop", base: 0)
        _ = try store.save(Self.document(2), project: "shop", base: 1, author: "bob")
        let conflict = ConfigurationStoreError.conflict(base: 1, current: 2, author: "bob")
        #expect(throws: conflict) { try store.save(Self.document(3), project: "shop", base: 1) }
        #expect(throws: conflict) { try store.undo(to: 1, project: "shop", base: 1) }
        #expect(conflict.description.contains("bob has saved 2"))
        #expect(try store.current(project: "shop").revision == 2)
    }

    /// Two processes at once: every number is given once, and nothing of either is lost.
    @Test func savingFromManySidesLosesNothing() throws {
        let data = self.data
        let faults = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 8) { side in
            let store = ConfigurationStore(data: data)
            for seconds in 1...5 {
                let saved = try? store.save(Self.document(seconds), project: "shop", author: "\(side)")
                if saved == nil { faults.withLock { $0 += 1 } }
            }
        }
        #expect(faults.withLock { $0 } == 0)
        let store = self.store()
        #expect(try store.revisions(project: "shop") == Array((1...40).reversed()))
        let authors = try (1...40).map { try store.saved($0, project: "shop").author }
        #expect(Dictionary(grouping: authors) { $0 }.mapValues(\.count).values.allSatisfy { $0 == 5 })
    }

    @Test func whatAnotherProcessSavesCountsAtOnce() throws {
        let store = self.store()
        _ = try store.save(Self.document(1), project: "shop")
        #expect(try store.current(project: "shop").revision == 1)
        // Long ago, as most are, so that it is kept in memory.
        let long = Date(timeIntervalSince1970: 1_000_000)
        try FileManager.default.setAttributes(
            [.modificationDate: long],
            ofItemAtPath: "\(self.data)/configurations/shop"
        )
        #expect(try store.current(project: "shop").revision == 1)
        _ = try self.store().save(Self.document(2), project: "shop")
        #expect(try store.current(project: "shop").revision == 2)
    }

    /// An older one must not stand in for one that is damaged: devices would go back.
    @Test(arguments: ["", "{", #"{"revision":2}"#, #"{"revision":7,"time":1,"document":{"namespaces":{}}}"#])
    func aDamagedFileIsSaidAndGivesWayToTheNext(content: String) throws {
        let store = self.store()
        for seconds in 1...2 { _ = try store.save(Self.document(seconds), project: "shop") }
        let file = "\(self.data)/configurations/shop/00000002.json"
        try Data(content.utf8).write(to: URL(fileURLWithPath: file))
        #expect(throws: ConfigurationStoreError.damaged(file: file)) { try self.store().current(project: "shop") }
        #expect(self.store().has(project: "shop"))
        #expect(try self.store().save(Self.document(3), project: "shop").revision == 3)
        #expect(try self.store().current(project: "shop").revision == 3)
        #expect(try self.store().saved(1, project: "shop").revision == 1)
    }

    /// What a person edits begins with the last that can be read; devices still get none of them.
    @Test(arguments: [[], [3], [3, 2], [2], [3, 2, 1], [1]])
    func whatCanBeReadIsTheBeginningOfAChange(damaged: [Int64]) throws {
        let store = self.store()
        #expect(try store.readable(project: "shop").newest == 0 && store.readable(project: "shop").problem == nil)
        for seconds in 1...3 { _ = try store.save(Self.document(seconds), project: "shop") }
        let file = { (revision: Int64) in "\(self.data)/configurations/shop/0000000\(revision).json" }
        for revision in damaged { try Data("{".utf8).write(to: URL(fileURLWithPath: file(revision))) }
        let readable = try store.readable(project: "shop")
        #expect(readable.newest == 3)
        #expect(readable.saved.revision == [3, 2, 1, 0].first { !damaged.contains($0) })
        #expect(readable.saved.document.project == "shop")
        #expect(readable.problem == (damaged.contains(3) ? .damaged(file: file(3)) : nil))
        let next = try store.save(readable.saved.document, project: "shop", base: readable.newest)
        #expect(next.revision == 4)
        #expect(try store.readable(project: "shop").saved == next && store.readable(project: "shop").problem == nil)
    }

    @Test func aLostFolderCanBeginAboveWhatDevicesHaveSeen() throws {
        let store = self.store()
        #expect(try store.save(Self.document(1), project: "shop", atLeast: 100).revision == 100)
        #expect(try store.save(Self.document(1), project: "shop", atLeast: 5).revision == 101)
        #expect(try store.undo(to: nil, project: "shop").revision == 102)
    }

    @Test func filesAreForTheirOwnerAndLeaveNothingHalfWritten() throws {
        _ = try self.store().save(Self.document(1), project: "shop")
        #expect(try self.files == ["00000001.json", "lock"])
        let path = "\(self.data)/configurations/shop"
        for (name, mode) in [("", 0o700), ("/00000001.json", 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path + name)
            #expect(attributes[.posixPermissions] as? Int == mode)
        }
        // What a writer that was killed leaves counts for nothing.
        try Data("{".utf8).write(to: URL(fileURLWithPath: path + "/00000002.json.new"))
        #expect(try self.store().current(project: "shop").revision == 1)
        #expect(try self.store().save(Self.document(2), project: "shop").revision == 2)
    }

    @Test func aDocumentThatDevicesWouldNotReadIsRefused() throws {
        var document = Self.document(1)
        document.pages = .object([("a", .string(String(repeating: "x", count: ConfigurationDocument.maxBytes)))])
        #expect(throws: ConfigurationStoreError.self) { try self.store().save(document, project: "shop") }
        #expect(!self.store().has(project: "shop"))
    }
}

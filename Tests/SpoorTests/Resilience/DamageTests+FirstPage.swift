import Foundation
import Spoor
import SpoorChannel
import SpoorSQLite
import SpoorTesting
import Testing

@testable import SpoorStore

/// Damage to the database's first page alone: it costs no event, for all that it holds is known.
extension DamageTests {
    /// Changes the database's file, and what it is there beside.
    private func damaged(_ place: Place, _ change: (inout [UInt8]) -> Void) async throws -> TestBench {
        let bench = try await self.prepared(place)
        let path = try #require(bench.files(like: "records.sqlite").first)
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        change(&bytes)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return bench
    }

    @Test(
        "Any byte of the database's header changed: no event is lost, over two starts",
        arguments: 0..<FirstPage.headerSize,
        [Place.writeAheadLog, .database]
    )
    func header(byte: Int, place: Place) async throws {
        var random = SeededGenerator(seed: UInt64(14_000 + byte))
        for bit in Set([1 << random.below(8), 0x80, 1 + random.below(255)]) {
            let bench = try await self.damaged(place) { $0[byte] ^= UInt8(bit) }
            try await self.check(bench, "byte \(byte) ^ \(bit)", mostLost: 0)
            try await self.checkAgain(bench, "byte \(byte) ^ \(bit)")
        }
    }

    /// The next start finds nothing to mend, and sends nothing again.
    private func checkAgain(_ bench: TestBench, _ label: String) async throws {
        let count = bench.collector.names.count
        let tracker = bench.start()
        tracker.track("last")
        _ = await bench.flush(tracker)
        #expect(bench.collector.names.dropFirst(count) == ["last"], "\(label)")
        #expect(try await bench.status(of: tracker).storageProblem == nil, "\(label)")
        await bench.stop(tracker)
    }

    @Test("Any letter of the schema changed: no event is lost", arguments: 0..<20)
    func schemaLetter(part: Int) async throws {
        var random = SeededGenerator(seed: UInt64(15_000 + part))
        for _ in 0..<5 {
            var place = 0
            let bench = try await self.damaged(part.isMultiple(of: 2) ? .database : .writeAheadLog) { bytes in
                // The schema's rows stand at the end of the page.
                let places = (FirstPage.headerSize..<min(FirstPage.size, bytes.count)).filter { bytes[$0] != 0 }
                place = places[random.below(places.count)]
                bytes[place] ^= UInt8(1 + random.below(255))
            }
            try await self.check(bench, "schema at \(place)", mostLost: 0)
            try await self.checkAgain(bench, "schema at \(place)")
        }
    }

    /// What is left of the first page.
    enum Rest: String, CaseIterable, Sendable {
        case zeros, noise, otherEnd, nothing
    }

    @Test(
        "The whole first page destroyed: no event is lost",
        arguments: Rest.allCases,
        [Place.writeAheadLog, .database]
    )
    func wholeFirstPage(rest: Rest, place: Place) async throws {
        var random = SeededGenerator(seed: 16_000)
        // Where nothing else is in the file, an empty one beside its log is the same as a page of nothing.
        if rest == .nothing, place == .database { return }
        let bench = try await self.damaged(place) { bytes in
            for index in 0..<min(FirstPage.size, bytes.count) {
                switch rest {
                case .zeros: bytes[index] = 0
                case .noise: bytes[index] = UInt8(truncatingIfNeeded: random.next())
                case .otherEnd: if index >= 50 { bytes[index] = 0xFF }
                case .nothing: break
                }
            }
            if rest == .nothing { bytes = [] }
        }
        try await self.check(bench, "\(rest)", mostLost: 0, isCounted: true)
        try await self.checkAgain(bench, "\(rest)")
    }

    @Test("A database that went through all changes of its tables has the schema of a new one, and its first page")
    func upgradedSchema() throws {
        let folder = NSTemporaryDirectory() + "spoor-schema-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var configuration = ConnectionConfiguration()
        configuration.isIncrementalVacuum = true
        for version in 1...RecordStore.migrations.count {
            let path = "\(folder)/\(version).sqlite"
            let connection = try Connection(path: path, configuration: configuration)
            try connection.migrate(Array(RecordStore.migrations.prefix(version)))
            // Pages of rows stand where roots of later tables come.
            for number in 0..<500 {
                let row = "\(number + 1), 2, 0, zeroblob(700)"
                try connection.execute(
                    "INSERT INTO \(version > 3 ? "meta" : "record")(seq, class, recorded, bytes) VALUES(\(row))"
                )
            }
            try RecordSchema.check(connection)
            try connection.execute("DELETE FROM \(version > 3 ? "meta" : "record") WHERE seq % 3 > 0")
            try connection.incrementalVacuum()
            try connection.migrate(RecordStore.migrations)
            try RecordSchema.check(connection)
            try connection.checkpoint(truncating: true)
            #expect(try FirstPage.read(path)?.problem == nil)
        }
    }
}

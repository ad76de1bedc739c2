import Foundation
import Spoor
import SpoorChannel
import SpoorTesting
import SpoorWire
import Testing

/// What values are after a kill: bug cases O-01 and O-02.
struct RestartValueTests {
    private let bench = TestBench()

    // O-02/bytes-after-restart O-02/bool-in-list O-02/nsnumber
    @Test("O-02 the properties' bytes are the same before and after a kill", arguments: [true, false])
    func bytesAreEqualAfterARestart(isUntyped: Bool) async throws {
        let first = self.bench.start()
        let registered: Properties =
            isUntyped
            ? Properties([
                "is_member": NSNumber(value: true), "visits": NSNumber(value: 1), "level": NSNumber(value: 0),
                "flags": NSArray(array: [NSNumber(value: true)]),
            ])
            : ["is_member": true, "visits": 1, "level": 0, "flags": [true]]
        first.registerSuperProperties(registered)
        first.track("before")
        // Killed: nothing is closed in order, the folder is taken up as it stands.
        let copy = self.bench.folder + "-copy"
        defer { try? FileManager.default.removeItem(atPath: copy) }
        try FileManager.default.copyItem(atPath: self.bench.folder, toPath: copy)
        _ = await self.bench.flush(first)
        await self.bench.stop(first)
        let second = self.bench.start { $0.folder = copy }
        second.track("after")
        _ = await self.bench.flush(second)
        let events = self.bench.collector.events
        let bodies = ["before", "after"].map { name in
            events.first { $0["event"]?.stringValue == name }?["properties"]?.jsonText
        }
        #expect(bodies[0] != nil && bodies[0] == bodies[1])
        let properties = try #require(events.last?["properties"])
        #expect(properties["is_member"] == .bool(true))
        #expect(properties["visits"] == .number("1") && properties["level"] == .number("0"))
        // Policy: a list holds texts.
        #expect(properties["flags"] == .array([.string("true")]))
        await self.bench.stop(second)
    }
}

import Foundation
import SpoorWire
import Testing

/// Bug case O-16: a crash in the SDK's own places ends the process, and costs nothing that was recorded.
struct CrashOnQueueTests {
    @Test(
        "O-16 a crash on the SDK's queue, within the database's lock, or beside a busy queue ends the process",
        arguments: [
            ("exception-on-queue", SIGABRT),  // O-16/exception-on-queue
            ("bad-access-on-queue", SIGSEGV),  // O-16/bad-access-on-queue
            ("database-lock", SIGSEGV),  // O-16/database-lock
            ("main-while-busy", SIGABRT),  // O-16/main-while-busy
        ]
    )
    func aCrashEndsTheProcess(place: String, signal: Int32) async throws {
        let folder = NSTemporaryDirectory() + "spoor-crash-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let child = try ChildProcess.spoor(
            ["crash", folder, "--where", place, "--limit", "200"],
            environment: [
                "SWIFT_BACKTRACE": "enable=no",
                // A sanitizer that takes the signal itself would end the process its own way.
                "TSAN_OPTIONS": "handle_segv=0", "ASAN_OPTIONS": "handle_segv=0",
            ],
            printsErrors: false
        )
        // One that hung would be ended by nobody, and fail with its own exit code after a minute.
        #expect(await child.end() == -signal)
        #expect(child.printed.count >= 200 * 8)

        let server = try FaultServer()
        let next = try ChildProcess.spoor(["upload", folder, "--endpoint", "http://\(server.address)"])
        #expect(await next.end() == 0)
        let steps = server.events.filter { $0["event"]?.stringValue == "crash_test" }
            .compactMap { $0["properties"]?["step"]?.int64Value }
        #expect(steps.prefix(200) == (1...200).map { Int64($0) }[...] && server.duplicates == 0)
    }
}

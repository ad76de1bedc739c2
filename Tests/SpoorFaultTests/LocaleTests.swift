import Foundation
import SpoorWire
import Testing

#if os(Linux)
/// Bug case O-04 in a process whose locale really changes; in one of its own, since a locale is the whole process's.
@Suite(.serialized)
struct LocaleTests {
    /// A locale, as `localedef` reads it, and what the C library makes of 2026-03-05T12:07:09Z under it.
    struct Setting: Sendable, CustomTestStringConvertible {
        var name: String
        var time: String
        var shown: String
        var testDescription: String { self.name }
        /// The C library takes some plain words for other names of locales that it knows.
        var locale: String { "spoor_" + self.name }
    }

    private static let settings = [
        // O-04/japanese
        Setting(
            name: "japanese",
            time: """
                era "+:1:2019//05//01:+*:Reiwa:%EC%Ey"
                d_t_fmt "%EC%Ey-%m-%d %H:%M:%S"
                """,
            shown: "Reiwa08-03-05 12:07:09"
        ),
        // O-04/buddhist
        Setting(
            name: "buddhist",
            time: """
                era "+:1:-543//01//01:+*:BE:%EC%Ey"
                d_t_fmt "%EC%Ey-%m-%d %H:%M:%S"
                """,
            shown: "BE2569-03-05 12:07:09"
        ),
        // O-04/persian: the C library knows no such calendar, so that the day stands in the pattern.
        Setting(name: "persian", time: #"d_t_fmt "14 Esfand 1404 %H:%M:%S""#, shown: "14 Esfand 1404 12:07:09"),
        // O-04/twelve-hour
        Setting(
            name: "twelve-hour",
            time: """
                am_pm "vorm";"nachm"
                t_fmt_ampm "%I:%M:%S %p"
                d_t_fmt "%Y-%m-%d %I:%M:%S %p"
                """,
            shown: "2026-03-05 12:07:09 nachm"
        ),
    ]

    // O-04/locale-change
    @Test("O-04 the process changes its locale while it runs: dates and numbers stay", arguments: Self.settings)
    func aChangeOfLocaleChangesNothing(setting: Setting) async throws {
        let folder = NSTemporaryDirectory() + "spoor-locale-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await self.make(setting, in: folder)
        let server = try FaultServer()
        let child = try ChildProcess.spoor(
            ["locale", "\(folder)/queue", "--endpoint", "http://\(server.address)", "--locale", setting.locale],
            environment: ["LOCPATH": folder, "TZ": "UTC"]
        )
        #expect(await child.end() == 0)
        // The case is a real one: whatever asks the C library would be wrong.
        #expect(child.lines == [setting.shown + " 19,5"])
        #expect(server.names == ["before", "after"])
        for event in server.events {
            #expect(event["time"]?.int64Value == 1_772_712_429_045)
            #expect(event["properties"]?["since"]?.stringValue == "2026-03-05 12:07:09.045")
            #expect(event["properties"]?["amount"] == .number("19.5"))
        }
    }

    /// Makes the locale, so that no machine need have a single one; the compiler for it wants the system's character maps.
    private func make(_ setting: Setting, in folder: String) async throws {
        let source = """
            comment_char %
            escape_char /
            LC_NUMERIC
            decimal_point ","
            thousands_sep "."
            grouping 3;3
            END LC_NUMERIC
            LC_TIME
            abday "a";"b";"c";"d";"e";"f";"g"
            day "a";"b";"c";"d";"e";"f";"g"
            abmon "a";"b";"c";"d";"e";"f";"g";"h";"i";"j";"k";"l"
            mon "a";"b";"c";"d";"e";"f";"g";"h";"i";"j";"k";"l"
            d_fmt "%d.%m.%y"
            t_fmt "%H.%M.%S"
            \(setting.time)
            END LC_TIME

            """
        let file = "\(folder)/\(setting.locale).source"
        try source.write(toFile: file, atomically: true, encoding: .utf8)
        // It ends with 1 for the categories that are left out, which then are the C locale's.
        let compiler = try ChildProcess(
            "localedef",
            ["-c", "-i", file, "\(folder)/\(setting.locale)"],
            printsErrors: false
        )
        _ = await compiler.end()
        try #require(FileManager.default.fileExists(atPath: "\(folder)/\(setting.locale)/LC_TIME"))
    }
}
#endif

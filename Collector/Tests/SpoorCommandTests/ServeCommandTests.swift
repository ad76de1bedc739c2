import CollectorServer
import CommandLineKit
import Foundation
import Testing

@testable import SpoorCommand

/// What the options of `spoor serve` come to.
struct ServeCommandTests {
    private func configuration(_ line: [String]) throws -> CollectorConfiguration? {
        let tool = Command("spoor", summary: "Tests.", subcommands: [ServeCommand.subcommand.command])
        guard case .run(let parsed) = try Parser(tool).parse(["serve"] + line) else { return nil }
        let surroundings = Surroundings(console: ConsoleRecorder().console, fetch: { _ in (500, []) })
        return try ServeCommand.configuration(parsed, surroundings, zone: .gmt)
    }

    @Test(arguments: [
        ([], []), (["--host-name", "a.example"], ["a.example"]),
        (["--host-name", "a", "--host", "0.0.0.0", "--host-name=b.example"], ["a", "b.example"]),
    ])
    func hostNamesAreTaken(line: [String], names: [String]) throws {
        let configuration = try #require(try self.configuration(line))
        #expect(configuration.hostNames == names)
        #expect(configuration.http.host == (line.contains("--host") ? "0.0.0.0" : "127.0.0.1"))
    }
}

import CollectorCore
import CollectorServer
import CommandLineKit
import Foundation
import SpoorWire

/// Speaks of one project's configuration with a running collector, or with a data folder by the same routes.
struct ConfigurationClient: Sendable {
    static let data = Option.text(
        "data",
        "DIR",
        help:
            "A collector's data folder, used instead of asking a collector; one that runs over it notices each change."
    )
    static let server = CollectorOptions.server(help: "The collector to ask, where no --data is given.")
    static let project = CollectorOptions.project(default: "default", help: "The project of the configuration.")

    /// The options that say where the configuration is.
    static let options: [any DeclaredOption] = [Self.project, Self.data, Self.server]

    let project: String
    private let client: CollectorClient
    private let surroundings: Surroundings
    private let router: Router?

    init(_ parsed: ParsedCommand, _ surroundings: Surroundings) throws(CommandFailure) {
        self.project = parsed[Self.project]
        self.client = CollectorClient(server: parsed[Self.server], fetch: surroundings.fetch)
        self.surroundings = surroundings
        guard let data = parsed[Self.data] else {
            self.router = nil
            return
        }
        let folder = try CollectorOptions.existing(data: data)
        self.router = Router(ConfigurationAPI(ConfigurationAccess(data: folder)).routes)
    }

    /// What a question below the project's configuration is answered.
    func get(_ path: String = "", _ parameters: [QueryParameter] = []) async throws(CommandFailure) -> JSONValue {
        guard let router = self.router else { return try await self.client.get(self.path + path, parameters) }
        let query = parameters.map { "\($0.name)=\(CollectorClient.encoded($0.value))" }.joined(separator: "&")
        let answer = await Self.ask(router, HTTPRequest(method: .get, target: "\(self.path)\(path)?\(query)"))
        let json = try? JSONValue(parsing: answer.body)
        guard answer.status == 200, let json else { throw Self.failure(answer.status, json) }
        return json
    }

    /// The newest revision that was saved, whether or not it can still be read; 0 where there is none.
    func newest() async throws(CommandFailure) -> Int64 {
        let page = try await self.get("/history", [QueryParameter("limit", "1")])
        return page["history"]?[0]?["revision"]?.int64Value ?? 0
    }

    /// Asks for a change.
    ///
    /// - Parameters:
    ///   - method: PUT or POST.
    ///   - path: Where, below the project's configuration.
    ///   - body: What.
    /// - Returns: The status, and the answer.
    /// - Throws: `CommandFailure` where there is no answer of a collector.
    func change(
        _ method: HTTPMethod,
        _ path: String = "",
        _ body: JSONValue
    ) async throws(CommandFailure) -> (status: Int, body: JSONValue) {
        let bytes = Array(body.jsonText.utf8)
        let answer: (status: Int, body: [UInt8])
        if let router = self.router {
            let request = HTTPRequest(
                method: method,
                target: self.path + path,
                headers: ["Content-Type": "application/json"],
                body: ByteBlock(bytes)
            )
            answer = await Self.ask(router, request)
        } else {
            let url = try self.client.url(self.path + path)
            do {
                answer = try await self.surroundings.change(method.rawValue, url, bytes)
            } catch {
                throw CommandFailure(
                    "No collector answers at that address: start one by 'spoor serve', name it by --server, or name its "
                        + "folder by --data."
                )
            }
        }
        guard let json = try? JSONValue(parsing: answer.body) else { throw Self.failure(answer.status, nil) }
        return (answer.status, json)
    }

    private var path: String { "/api/v1/config/" + CollectorClient.encoded(self.project) }

    static func failure(_ status: Int, _ body: JSONValue?) -> CommandFailure {
        CommandFailure(body?["error"]?.stringValue ?? "The collector answered with status \(status).")
    }

    private static func ask(_ router: Router, _ request: HTTPRequest) async -> (status: Int, body: [UInt8]) {
        await withCheckedContinuation { continuation in
            router.handle(request) { continuation.resume(returning: ($0.status, $0.body)) }
        }
    }
}

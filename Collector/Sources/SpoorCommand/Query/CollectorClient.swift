import CommandLineKit
import Foundation
import SpoorWire

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Asks a running collector over HTTP.
struct CollectorClient: Sendable {
    /// Fetches a URL; stands in for the network in tests.
    typealias Fetch = @Sendable (URL) async throws -> (status: Int, body: [UInt8])
    /// Sends JSON to a URL by a method; stands in for the network in tests.
    typealias Change = @Sendable (_ method: String, URL, _ body: [UInt8]) async throws -> (status: Int, body: [UInt8])

    private let server: String
    private let fetch: Fetch

    init(server: String, fetch: @escaping Fetch) {
        self.server = server
        self.fetch = fetch
    }

    /// The answer to a query; a failure says what to do about it.
    func get(_ path: String, _ parameters: [QueryParameter]) async throws(CommandFailure) -> JSONValue {
        let bytes = try await self.bytes(path, parameters)
        guard let body = try? JSONValue(parsing: bytes) else {
            throw CommandFailure("What answers at \(self.server.echoed) is no Spoor collector: name one by --server.")
        }
        return body
    }

    /// The bytes of an answer; a failure says what to do about it.
    func bytes(_ path: String, _ parameters: [QueryParameter]) async throws(CommandFailure) -> [UInt8] {
        let url = try self.url(path, parameters)
        let answer: (status: Int, body: [UInt8])
        do {
            answer = try await self.fetch(url)
        } catch {
            throw CommandFailure(
                "No collector answers at \(self.server.echoed): start one by 'spoor serve', or name it by --server."
            )
        }
        guard answer.status == 200 else {
            let body = try? JSONValue(parsing: answer.body)
            throw CommandFailure(
                body?["error"]?.stringValue ?? "\(self.server.echoed) answered with status \(answer.status)."
            )
        }
        return answer.body
    }

    /// The address of a question.
    func url(_ path: String, _ parameters: [QueryParameter] = []) throws(CommandFailure) -> URL {
        let base = self.server.hasSuffix("/") ? String(self.server.dropLast()) : self.server
        let query = parameters.map { Self.encoded($0.name) + "=" + Self.encoded($0.value) }.joined(separator: "&")
        guard Self.isAddress(self.server), let url = URL(string: base + path + "?" + query)
        else {
            throw CommandFailure(
                "'\(self.server.echoed)' is no address of a collector: write it like http://127.0.0.1:8106."
            )
        }
        return url
    }

    /// Whether a text names a collector: http or https, and a host.
    @Sendable
    static func isAddress(_ text: String) -> Bool {
        guard let address = URL(string: text), let scheme = address.scheme else { return false }
        return ["http", "https"].contains(scheme.lowercased()) && address.host?.isEmpty == false
    }

    static func encoded(_ text: String) -> String {
        let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }

    /// Fetches by URLSession, as the tool does.
    @Sendable
    static func fetchByURLSession(_ url: URL) async throws -> (status: Int, body: [UInt8]) {
        let (data, response) = try await URLSession.shared.data(from: url)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, Array(data))
    }

    /// Sends by URLSession, as the tool does.
    @Sendable
    static func changeByURLSession(
        _ method: String,
        _ url: URL,
        _ body: [UInt8]
    ) async throws -> (status: Int, body: [UInt8]) {
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = Data(body)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let (data, response) = try await URLSession.shared.data(for: request)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, Array(data))
    }
}

/// One parameter of a request.
struct QueryParameter: Equatable, Sendable {
    let name: String
    let value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

import CollectorCore
import CollectorServer
import Foundation
import SpoorWire
import Testing

extension LiveServer {
    var keys: KeyStore { KeyStore(data: self.folder) }

    /// What a device gets.
    func config(_ query: String = "project=shop", known tag: String? = nil) throws -> Answer {
        try self.send("GET", "/v1/config?\(query)", headers: tag.map { ["If-None-Match": $0] } ?? [:])
    }

    /// Sends a change as a program does.
    func change(
        _ method: String,
        _ path: String,
        _ body: String,
        headers: [String: String] = [:]
    ) throws -> Answer {
        let headers = ["Content-Type": "application/json"].merging(headers) { $1 }
        return try self.send(method, "/api/v1/config/\(path)", headers: headers, body: Array(body.utf8))
    }

    /// Saves settings of one namespace over what holds.
    @discardableResult
    func put(_ settings: String, namespace: String = "prism", base: Int, project: String = "shop") throws -> Answer {
        let document = #"{"namespaces":{"\#(namespace)":{\#(settings)}}}"#
        return try self.change("PUT", project, #"{"base":\#(base),"document":\#(document),"author":"ann"}"#)
    }
}

extension LiveServer.Answer {
    var json: JSONValue { (try? JSONValue(parsing: self.body)) ?? .null }

    /// Whether the signature is one of a key over the body.
    func isSigned(by key: VerifyingKey) -> Bool {
        guard let parts = self.headers["spoor-signature"]?.split(separator: ":"), parts.count == 2, parts[0] == key.id,
            let signature = Array(parts[1].utf8).withUnsafeBytes({ Base64.decode($0) })
        else { return false }
        return key.isValid(signature: signature, of: Array(self.body.utf8))
    }
}

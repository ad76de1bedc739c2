import CollectorCore
import SpoorWire

/// `GET /v1/config`: what devices ask for.
struct ConfigurationRoute {
    let access: ConfigurationAccess
    let answers: ConfigurationAnswers

    var route: Route {
        Route(.get, "/v1/config") { request in
            let project = try ProjectParameter.read(request.query)
            let namespace = request.query["namespace"].flatMap { $0.isEmpty ? nil : $0 }
            if let namespace, !ConfigurationDocument.isNamespace(namespace) {
                throw HTTPError(400, NamespaceParameter.fault(namespace))
            }
            do {
                try self.access.check(project)
                return Self.response(to: request, try self.answers.answer(project: project, namespace: namespace))
            } catch let error as ProjectError {
                return ProjectParameter.response(to: error)
            } catch let error as ConfigurationStoreError {
                // A device keeps what it has, and asks again.
                return .unavailable(error.description, retryAfterSeconds: 60)
            } catch let error as CryptoError {
                return .unavailable(error.description, retryAfterSeconds: 60)
            }
        }
    }

    private static func response(to request: HTTPRequest, _ answer: ConfigurationAnswers.Answer) -> HTTPResponse {
        var headers: HTTPHeaders = [
            "Content-Type": "application/json; charset=utf-8",
            // It may be kept, and is asked about each time: a change must not wait for a proxy.
            "Cache-Control": "no-cache",
            "X-Content-Type-Options": "nosniff",
        ]
        headers["Spoor-Signature"] = answer.signature
        return CachedAnswer.response(to: request, tag: answer.tag, headers: headers) { answer.body }
    }
}

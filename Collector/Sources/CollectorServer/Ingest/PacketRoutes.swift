import CollectorCore
import SpoorWire

/// The routes that take packets of channels: open, make events of the records, store both parts.
struct PacketRoutes {
    /// How a route's bodies are to be read, and its name in the metrics.
    private struct Form: Sendable {
        let name: String
        let decode: @Sendable (PacketDecoder, UnsafeRawBufferPointer) throws(PacketError) -> [PacketRecord]
    }

    private let ingest: IngestRoutes
    private let opener: PacketOpener

    init(_ ingest: IngestRoutes) {
        self.ingest = ingest
        self.opener = PacketOpener(keys: ingest.keys)
    }

    var routes: [Route] {
        [
            self.route(
                "/v1/packets",
                Form(name: "v2") { decoder, bytes throws(PacketError) in try decoder.decodeV2(bytes) }
            ),
            self.route(
                "/prism/metrics/meta",
                Form(name: "v1_meta") { decoder, bytes throws(PacketError) in
                    Self.isV2(bytes) ? try decoder.decodeV2(bytes) : try decoder.decodeV1Metas(bytes)
                }
            ),
            self.route(
                "/prism/metrics/detail",
                Form(name: "v1_detail") { decoder, bytes throws(PacketError) in
                    Self.isV2(bytes) ? try decoder.decodeV2(bytes) : try decoder.decodeV1(bytes)
                }
            ),
        ]
    }

    /// Newer clients may be pointed at the older endpoints; no packet of version 1 of this size can begin so, and its
    /// metas alone do by a chance of 1 in 2³².
    private static func isV2(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.starts(with: "SPOR".utf8) }

    private func route(_ path: String, _ form: Form) -> Route {
        Route(answering: .post, path, allowsOtherOrigins: true) { request, answer in
            self.take(request, form, answer: self.ingest.counting(path, request, answer))
        }
    }

    private func take(_ request: HTTPRequest, _ form: Form, answer: @escaping Route.Answer) {
        guard let project = self.ingest.project(of: request, answer: answer) else { return }
        if let refusal = self.ingest.refusalOfEncoding(request) { return answer(refusal) }
        let namespace = request.query["namespace"].flatMap { $0.isEmpty ? nil : $0 }
        if let namespace, !ConfigurationDocument.isNamespace(namespace) {
            return answer(.error(400, NamespaceParameter.fault(namespace)))
        }
        let records: [PacketRecord]
        do throws(UnopenedBody) {
            records = try self.opener.open(request, project: project, form.decode)
        } catch {
            return self.ingest.refuse(error, request, project: project, answer: answer)
        }
        self.ingest.metrics.count(packet: form.name, records)
        self.ingest.store(
            RecordsRequest(project: project, source: request.path, namespace: namespace, records: records),
            answer: answer
        )
    }
}

extension IngestRoutes {
    /// Answers a body that could not be opened, counts it, and keeps it where the sender will not.
    func refuse(_ body: UnopenedBody, _ request: HTTPRequest, project: String, answer: Route.Answer) {
        self.metrics.countUnopened(body.reason)
        if body.isKept {
            let kept = IngestRequest(
                project: project,
                source: request.path,
                body: request.body,
                encoding: .identity
            )
            self.store.reject(kept, reason: body.sentence)
            self.metrics.countRejected(1)
        }
        guard body.status != 503 else { return answer(.unavailable(body.sentence, retryAfterSeconds: 5)) }
        var response = HTTPResponse.error(body.status, body.sentence)
        if body.status == 400, body.isPassing { response.headers[UnopenedBody.header] = body.reason }
        answer(response)
    }

    /// The answer to a body that is said to be compressed as a whole: packets are compressed inside.
    func refusalOfEncoding(_ request: HTTPRequest) -> HTTPResponse? {
        guard let name = request.headers["Content-Encoding"], !["", "identity"].contains(name.lowercased()) else {
            return nil
        }
        return .error(415, "A packet or encrypted body takes no encoding '\(name)': send it as it is.")
    }

    /// Native events in an encrypted body: decrypted, then taken as if they had come as they were.
    func encrypted(_ request: HTTPRequest, answer: @escaping Route.Answer) {
        if let refusal = self.refusalOfEncoding(request) { return answer(refusal) }
        guard let project = self.project(of: request, answer: answer) else { return }
        do throws(UnopenedBody) {
            let json = try PacketOpener(keys: self.keys).open(request, project: project) {
                decoder,
                bytes throws(PacketError) in try decoder.decodeBody(bytes)
            }
            self.metrics.count(packet: "encrypted_events", [])
            let body = IngestRequest(
                project: project,
                source: request.path,
                body: ByteBlock(json),
                encoding: .identity
            )
            self.ingest(body, answer: answer)
        } catch {
            self.refuse(error, request, project: project, answer: answer)
        }
    }

    /// Whether a request says that its body is encrypted; parameters behind the type do not count.
    static func isEncrypted(_ request: HTTPRequest) -> Bool {
        guard let type = request.headers["Content-Type"] else { return false }
        let name = type.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
        return name == EncryptedBody.contentType
    }
}

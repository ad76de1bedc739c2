import CollectorCore
import SpoorWire

/// The routes that take events: Spoor's own, and those of Sensors clients.
struct IngestRoutes {
    let store: any EventStore
    let metrics: Metrics
    /// What opens encrypted bodies.
    let keys: KeyStore

    var routes: [Route] {
        var routes = [
            Route(answering: .post, "/v1/events", allowsOtherOrigins: true) { request, answer in
                self.native(request, answer: self.counting("/v1/events", request, answer))
            },
            Route(answering: .post, "/debug", allowsOtherOrigins: true) { request, answer in
                self.debug(request, answer: self.counting("/debug", request, answer))
            },
        ]
        for path in ["/sa", "/sa.gif"] {
            routes.append(
                Route(answering: .post, path, allowsOtherOrigins: true) { request, answer in
                    self.form(request, answer: self.counting(path, request, answer))
                }
            )
            routes.append(
                Route(answering: .get, path, allowsOtherOrigins: true) { request, answer in
                    self.picture(request, answer: self.counting(path, request, answer))
                }
            )
        }
        return routes
    }

    func counting(_ route: String, _ request: HTTPRequest, _ answer: @escaping Route.Answer) -> Route.Answer {
        let size = request.body.count
        let metrics = self.metrics
        return { response in
            metrics.count(route: route, status: response.status, bytes: size)
            answer(response)
        }
    }

    // MARK: Spoor

    private func native(_ request: HTTPRequest, answer: @escaping Route.Answer) {
        if Self.isEncrypted(request) { return self.encrypted(request, answer: answer) }
        let encoding: IngestRequest.Encoding
        switch request.headers["Content-Encoding"]?.lowercased() {
        case nil, "", "identity": encoding = Self.looksCompressed(request.body) ? .gzip : .identity
        case "gzip", "x-gzip", "deflate": encoding = .gzip
        case .some(let name):
            return answer(.error(415, "The encoding '\(name)' is unknown: compress by gzip, or send the body plain."))
        }
        guard let project = self.project(of: request, answer: answer) else { return }
        let body = IngestRequest(project: project, source: request.path, body: request.body, encoding: encoding)
        self.ingest(body, answer: answer)
    }

    /// Some clients compress without saying so; these two bytes can begin no JSON.
    private static func looksCompressed(_ body: ByteBlock) -> Bool {
        body.count > 2 && body.bytes[0] == 0x1f && body.bytes[1] == 0x8b
    }

    // MARK: Sensors

    private func form(_ request: HTTPRequest, answer: @escaping Route.Answer) {
        guard let body = self.sensorsBody(request, fields: request.body, answer: answer) else { return }
        self.ingest(body, answer: answer)
    }

    /// A page sends by the address of a picture, so the answer is one.
    private func picture(_ request: HTTPRequest, answer: @escaping Route.Answer) {
        // Whoever asks for the head only sends nothing.
        guard request.method == .get else { return answer(Pixel.response) }
        let fields = ByteBlock(Array(request.rawQuery.utf8))
        guard let body = self.sensorsBody(request, fields: fields, answer: answer) else { return }
        self.ingest(body) { response in
            guard response.status == 200 else { return answer(response) }
            var picture = Pixel.response
            picture.headers["Spoor-Receipt"] = response.headers["Spoor-Receipt"]
            answer(picture)
        }
    }

    /// Debug consumers want to hear that an event is wrong, so any refused one makes it status 400.
    private func debug(_ request: HTTPRequest, answer: @escaping Route.Answer) {
        guard let body = self.sensorsBody(request, fields: request.body, answer: answer) else { return }
        let strict: Route.Answer = { response in
            var response = response
            if response.status == 200, response.headers["Spoor-Receipt"]?.contains("rejected=") == true {
                response.status = 400
            }
            answer(response)
        }
        guard request.headers["Dry-Run"]?.lowercased() == "true" else { return self.ingest(body, answer: strict) }
        self.decode(body, answer: answer) { batch in
            self.split(batch, answer: answer) { split in
                strict(ReceiptAnswer.response(split.check.receipt, valid: split.check.valid))
            }
        }
    }

    /// Fields of the form, which its own reader judges where they come in the address.
    private static let formFields: Set<String> = ["data", "data_list", "gzip", "crc", "ext"]

    private func sensorsBody(
        _ request: HTTPRequest,
        fields: ByteBlock,
        answer: Route.Answer
    ) -> IngestRequest? {
        let ignored = request.method == .post ? [] : Self.formFields
        guard let project = self.project(of: request, ignoring: ignored, answer: answer) else { return nil }
        func body(_ bytes: ByteBlock) -> IngestRequest {
            IngestRequest(project: project, source: request.path, body: bytes, encoding: .identity)
        }
        do throws(SensorsFormError) {
            let payload = try SensorsForm.decode(fields.bytes, limit: IngestLimits.maxInflatedBytes)
            return body(ByteBlock(payload.json))
        } catch {
            self.store.reject(body(fields), reason: error.description)
            self.metrics.countRejected(1)
            var response = HTTPResponse.error(Self.isTooLarge(error) ? 413 : 400, error.description)
            if Self.hasChanged(error) { response.headers[UnopenedBody.header] = "damaged" }
            answer(response)
            return nil
        }
    }

    /// Whether the form was changed on its way, so that its sender does well to send it again.
    private static func hasChanged(_ error: SensorsFormError) -> Bool {
        switch error.fault {
        case .checksum, .base64, .percent: true
        case .gzip: !Self.isTooLarge(error)
        case .missing, .checksumText, .packing: false
        }
    }

    private static func isTooLarge(_ error: SensorsFormError) -> Bool {
        if case .gzip(let error) = error.fault, case .tooLarge = error.fault { return true }
        return false
    }

    // MARK: Both

    /// The project of a request, which is there and takes events; else the answer has been given.
    func project(
        of request: HTTPRequest,
        ignoring ignored: Set<String> = [],
        answer: Route.Answer
    ) -> String? {
        do {
            let name = try ProjectParameter.read(request.query, ignoring: ignored)
            try self.store.open(project: name)
            return name
        } catch let error as HTTPError {
            answer(.error(error.status, error.sentence))
        } catch let error as ProjectError {
            answer(ProjectParameter.response(to: error))
        } catch {
            answer(.unavailable("\(error)", retryAfterSeconds: 5))
        }
        return nil
    }

    /// Stores the records of a packet, and answers when events and payloads are safe.
    func store(_ request: RecordsRequest, answer: @escaping Route.Answer) {
        self.decode(answer: answer, { try self.store.decode(request) }) { batch in
            self.store.ingest(batch, completion: self.finishing(answer))
        }
    }

    private func finishing(
        _ answer: @escaping Route.Answer
    ) -> @Sendable (Result<IngestReceipt, IngestFailure>) -> Void {
        { result in
            switch result {
            case .success(let receipt):
                self.metrics.count(receipt)
                answer(ReceiptAnswer.response(receipt))
            case .failure(let failure):
                answer(.unavailable(failure.description, retryAfterSeconds: failure.retryAfterSeconds))
            }
        }
    }

    func ingest(_ request: IngestRequest, answer: @escaping Route.Answer) {
        let finish = self.finishing(answer)
        self.decode(request, answer: answer) { batch in
            guard !batch.strays.isEmpty else { return self.store.ingest(batch, completion: finish) }
            self.split(batch, answer: answer) { $0.ingest(completion: finish) }
        }
    }

    /// Takes a request apart whose events name projects of their own.
    private func split(_ batch: DecodedBatch, answer: Route.Answer, then next: (ProjectSplit) -> Void) {
        do throws(ProjectError) {
            next(try ProjectSplit(batch, in: self.store))
        } catch {
            answer(ProjectParameter.response(to: error))
        }
    }

    private func decode(_ request: IngestRequest, answer: Route.Answer, then next: (DecodedBatch) -> Void) {
        self.decode(answer: answer, { try self.store.decode(request) }, then: next)
    }

    private func decode(
        answer: Route.Answer,
        _ decoded: () throws -> DecodedBatch,
        then next: (DecodedBatch) -> Void
    ) {
        do {
            next(try decoded())
        } catch let error as ProjectError {
            answer(ProjectParameter.response(to: error))
        } catch let error as BodyFault {
            self.metrics.countRejected(1)
            var response = HTTPResponse.error(error.isTooMuch ? 413 : 400, error.description)
            // Its sender compressed it well, so it changed on its way.
            if error == .compression { response.headers[UnopenedBody.header] = "damaged" }
            answer(response)
        } catch {
            answer(.unavailable("\(error)", retryAfterSeconds: 5))
        }
    }
}

extension HTTPResponse {
    /// Status 503 with the time after which another attempt makes sense; overload is never 429 (bug case O-32).
    static func unavailable(_ sentence: String, retryAfterSeconds: Int) -> Self {
        var response = HTTPResponse.error(503, sentence)
        response.headers["Retry-After"] = String(retryAfterSeconds)
        return response
    }
}

import SpoorWire

/// Asking the server, and what its answer means.
extension RemoteConfigurationWorker {
    func fetch() {
        var headers = self.source.headers
        headers["Accept"] = "application/json"
        let etag = self.kept?.current.etag
        if let etag { headers["If-None-Match"] = etag }
        let request = UploadRequest.get(
            self.source.url,
            headers: headers,
            timeout: self.source.timeout,
            answerLimit: ConfigurationDocument.maxBytes
        )
        self.lastRequest += 1
        let number = self.lastRequest
        let cancellation = Locked<UploadCancellation?>(nil)
        self.overdueWork = self.scheduler.schedule(after: request.wholeTimeout) { [weak self] in
            self?.answered(.failure("the transport gave no answer"), to: number, etag: etag)
            cancellation.withLock { $0 }?.cancel()
        }
        let begun = self.environment.transport.begin(request) { [weak self] answer in
            cancellation.withLock { $0 = nil }
            guard let self else { return }
            self.scheduler.async { self.answered(answer, to: number, etag: etag) }
        }
        cancellation.withLock { $0 = begun }
    }

    /// Takes the first answer to a request; one that comes late or twice changes nothing.
    private func answered(_ answer: UploadAnswer, to number: Int, etag: String?) {
        guard number == self.lastRequest, let overdue = self.overdueWork else { return }
        overdue.cancel()
        self.overdueWork = nil
        switch answer {
        case .failure(let reason):
            self.fail("The configuration cannot be fetched now: \(reason).", asked: nil)
        case .response(let response):
            self.answered(response, etag: etag)
        }
    }

    private func answered(_ response: UploadResponse, etag: String?) {
        switch response.status {
        case 200 where response.isCut:
            self.fail("\(ConfigurationError.tooLarge(bytes: response.body.count + 1))", asked: nil)
        case 200:
            self.take(response)
        case 304 where etag != nil:
            self.lastComplaint = nil
            self.handle(.succeeded)
        case 408, 425, 429, 500...599:
            self.fail(
                "The server answered \(response.status) when asked for the configuration; it is asked again later.",
                asked: RetryAfter.wait(in: response, now: self.scheduler.wallMilliseconds)
            )
        case 300..<400:
            self.fail(
                "The server answered \(response.status) when asked for the configuration. Redirects are not followed: "
                    + "correct the address.",
                asked: nil
            )
        default:
            // It may be the condition that is refused: the next request has none.
            if etag != nil, (400..<500).contains(response.status) { self.forgetTag() }
            self.fail(
                "The server answered \(response.status) when asked for the configuration: check the address, the "
                    + "project and the token.",
                asked: nil
            )
        }
    }

    private func take(_ response: UploadResponse) {
        if !self.hasStatus { self.readStatus() }
        guard self.hasStatus else {
            return self.fail("The configuration is not taken: files of the app cannot be read now.", asked: nil)
        }
        let entry = ConfigurationCache.Entry(
            body: response.body,
            signature: response.headers[SignatureCheck.header.lowercased()],
            etag: response.headers["etag"]
        )
        switch self.judge.judge(entry.body, signature: entry.signature) {
        case .refused(let reason):
            self.fail("The fetched configuration changes nothing. \(reason)", asked: nil)
        case .taken(let document, let isSigned, let remarks):
            if isSigned, entry != self.newestSigned {
                self.newestSigned = entry
                self.writeStatus()
            }
            self.keep(entry, isSigned: isSigned)
            self.say(remarks)
            self.putInForce(document)
            self.handle(.succeeded)
        }
    }

    private func say(_ remarks: [ConfigurationRemark]) {
        self.lastComplaint = nil
        guard !remarks.isEmpty else { return }
        self.environment.log(
            "The fetched configuration was taken, but: " + remarks.map(\.description).joined(separator: "\n")
        )
    }

    private func fail(_ sentence: String, asked: Duration?) {
        self.complain(sentence)
        self.handle(.failed(asked: asked))
    }
}

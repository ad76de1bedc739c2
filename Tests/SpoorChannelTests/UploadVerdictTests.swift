import SpoorChannel
import Testing

struct UploadVerdictTests {
    private static let sent = 4

    static let table: [(UploadAnswer, UploadVerdict)] = [
        (receipt("stored=4"), .delivered(UploadReceipt(stored: 4, duplicate: 0, rejected: []))),
        (
            receipt("stored=1 duplicate=1 rejected=3,0"),
            .delivered(UploadReceipt(stored: 1, duplicate: 1, rejected: [0, 3]))
        ),
        (receipt("stored=4 duplicate=0 rejected="), .delivered(UploadReceipt(stored: 4, duplicate: 0, rejected: []))),
        (receipt("stored=3"), .foreign(status: 200)),
        (receipt("stored=3 rejected=9"), .foreign(status: 200)),
        (receipt("stored=2 rejected=1,1"), .foreign(status: 200)),
        (receipt("duplicate=4"), .foreign(status: 200)),
        (receipt("stored=-1 duplicate=5"), .foreign(status: 200)),
        (status(200), .foreign(status: 200)),
        (status(204), .foreign(status: 204)),
        (status(301), .foreign(status: 301)),
        (status(307), .foreign(status: 307)),
        (status(413), .tooLarge),
        (status(400), .refused(named: [])),
        (status(422, ["Spoor-Receipt": "stored=0 rejected=2,7"]), .refused(named: [2])),
        (status(400, ["Spoor-Unopened": "wrong_key_or_changed"]), .unopened(reason: "wrong_key_or_changed")),
        (status(422, ["spoor-unopened": " checksum "]), .unopened(reason: "checksum")),
        (status(400, ["Spoor-Unopened": "", "Spoor-Receipt": "stored=0 rejected=2"]), .unopened(reason: "")),
        (status(500, ["Spoor-Unopened": "x"]), .overloaded(status: 500, wait: nil)),
        (status(401), .barred(status: 401)),
        (status(403), .barred(status: 403)),
        (status(404), .barred(status: 404)),
        (status(405), .foreign(status: 405)),
        (status(408), .overloaded(status: 408, wait: nil)),
        (status(425), .overloaded(status: 425, wait: nil)),
        (status(429, ["Retry-After": "120"]), .overloaded(status: 429, wait: .seconds(120))),
        (status(503, ["retry-after": "120"]), .overloaded(status: 503, wait: .seconds(120))),
        (status(529, ["Retry-After": "86400"]), .overloaded(status: 529, wait: .seconds(86_400))),
        (status(418), .foreign(status: 418)),
        (.failure("cut off"), .unreachable("cut off")),
        (cut(200), .unreachable("the answer 200 was broken off because it is longer than 3 bytes")),
        (cut(413), .unreachable("the answer 413 was broken off because it is longer than 3 bytes")),
    ]

    @Test(arguments: Self.table)
    func everyRowOfTheAnswerTable(answer: UploadAnswer, verdict: UploadVerdict) {
        #expect(UploadVerdict(answer, count: Self.sent, receipt: .always, now: 0) == verdict)
    }

    @Test func aReceiverWithoutReceiptsNeedsOnlyA2xx() {
        let verdict = UploadVerdict(Self.status(200), count: 4, receipt: .none, now: 0)
        #expect(verdict == .delivered(UploadReceipt(stored: 4, duplicate: 0, rejected: [])))
    }

    private static func status(_ code: Int, _ headers: [String: String] = [:]) -> UploadAnswer {
        .response(UploadResponse(status: code, headers: headers))
    }

    /// An answer that says what would be decisive, if one knew all of it.
    private static func cut(_ code: Int) -> UploadAnswer {
        var response = UploadResponse(status: code, headers: ["Spoor-Receipt": "stored=4"], body: [1, 2, 3])
        response.isCut = true
        return .response(response)
    }

    private static func receipt(_ text: String) -> UploadAnswer {
        status(200, ["Spoor-Receipt": text])
    }
}

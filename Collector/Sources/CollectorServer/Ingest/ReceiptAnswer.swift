import CollectorCore

/// The answer to a batch: what became of each event of this request.
enum ReceiptAnswer {
    static func response(_ receipt: IngestReceipt, valid: Int? = nil) -> HTTPResponse {
        var response = HTTPResponse.json(Self.body(receipt, valid: valid))
        response.headers["Spoor-Receipt"] = Self.header(receipt)
        return response
    }

    static func header(_ receipt: IngestReceipt) -> String {
        let header = "stored=\(receipt.stored) duplicate=\(receipt.duplicate)"
        guard !receipt.rejected.isEmpty else { return header }
        return header + " rejected=" + Self.places(receipt)
    }

    /// Names all refused events, since a client checks that each of its events is accounted for.
    ///
    /// The bound keeps the head of the answer within what clients read; beyond it a client keeps its batch.
    private static func places(_ receipt: IngestReceipt) -> String {
        receipt.rejected.prefix(10_000).map { String($0.index) }.joined(separator: ",")
    }

    private static func body(_ receipt: IngestReceipt, valid: Int?) -> String {
        let rejected = receipt.rejected.enumerated().map { number, rejection in
            // Beyond what is kept only the places, so that a small request never makes a huge answer.
            let reason =
                number < IngestLimits.maxKeptRejects ? "\"reason\":\(JSONText.quoted(rejection.reason))," : ""
            return "{\"index\":\(rejection.index),\(reason)\"retry\":false}"
        }
        let valid = valid.map { ",\"valid\":\($0)" } ?? ""
        return "{\"stored\":\(receipt.stored),\"duplicate\":\(receipt.duplicate)\(valid),"
            + "\"rejected\":[\(rejected.joined(separator: ","))]}"
    }
}

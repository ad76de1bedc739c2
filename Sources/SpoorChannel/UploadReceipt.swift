/// The collector's own statement of what it did with a batch: the header `Spoor-Receipt`.
///
/// A proxy, a captive portal or a redirected request can answer 200 as well; only the receipt proves that events
/// arrived.
public struct UploadReceipt: Equatable, Sendable {
    /// How many events were stored now.
    public var stored: Int

    /// How many the collector already had.
    public var duplicate: Int

    /// The positions in the batch that it refused, ascending.
    public var rejected: [Int]

    /// Creates a receipt.
    ///
    /// - Parameters:
    ///   - stored: how many events were stored now.
    ///   - duplicate: how many the collector already had.
    ///   - rejected: positions in the batch that it refused.
    public init(stored: Int, duplicate: Int, rejected: [Int]) {
        self.stored = stored
        self.duplicate = duplicate
        self.rejected = rejected.sorted()
    }

    /// Reads `stored=48 duplicate=1 rejected=16`; unknown words are skipped, a missing one counts as none.
    ///
    /// - Parameter header: the header's value; nil where it holds no `stored=` or a number that is none.
    public init?(header: String) {
        var stored: Int?
        var duplicate = 0
        var rejected: [Int] = []
        for word in header.split(separator: " ") {
            guard let equals = word.firstIndex(of: "=") else { continue }
            let value = word[word.index(after: equals)...]
            switch word[..<equals] {
            case "stored":
                guard let count = Int(value), count >= 0 else { return nil }
                stored = count
            case "duplicate":
                guard let count = Int(value), count >= 0 else { return nil }
                duplicate = count
            case "rejected":
                for text in value.split(separator: ",") {
                    guard let index = Int(text), index >= 0 else { return nil }
                    rejected.append(index)
                }
            default:
                continue
            }
        }
        guard let stored else { return nil }
        self.init(stored: stored, duplicate: duplicate, rejected: rejected)
    }

    /// Whether the receipt accounts for every event of a batch of `count`, none twice.
    public func accounts(for count: Int) -> Bool {
        // The numbers are a server's: each must be within the batch before they are added.
        self.stored <= count && self.duplicate <= count && self.rejected.count <= count
            && Set(self.rejected).count == self.rejected.count && self.rejected.allSatisfy { $0 < count }
            && self.stored + self.duplicate + self.rejected.count == count
    }
}

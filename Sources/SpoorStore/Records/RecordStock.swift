/// How much a database holds, told apart by the commits that brought it.
///
/// It says what is gone where a database turns out to be an older one than was committed: everything that was still kept
/// of the commits it does not have.
struct RecordStock: Equatable {
    /// What one commit has brought, as far as it is still kept.
    struct Lot: Equatable {
        /// The highest sequence number that was known with this commit.
        var through: UInt64
        /// How many of its records are kept.
        var left: Int
    }

    /// The highest sequence number that was committed.
    var last: UInt64
    /// How many records are kept, dead letters included.
    var total: Int
    /// Up to here nothing is told apart.
    private(set) var floor: UInt64
    /// What is kept above ``floor``, in ascending order.
    private(set) var lots: [Lot]

    /// More commits than a write-ahead log has pages before it is moved into the database; what is older cannot be taken
    /// back by damage to the log.
    static let mostLots = 384

    /// A stock of which nothing is told apart.
    init(last: UInt64, total: Int) {
        self.init(last: last, total: total, floor: last, lots: [])
    }

    init(last: UInt64, total: Int, floor: UInt64, lots: [Lot]) {
        self.last = last
        self.total = total
        self.floor = floor
        self.lots = lots
    }

    /// Adds what a commit brings.
    mutating func add(_ count: Int, through sequence: UInt64) {
        guard count > 0, sequence > max(self.floor, self.lots.last?.through ?? 0) else { return }
        // Lots of which nothing is left say nothing any more.
        if self.lots.count >= Self.mostLots { self.lots.removeAll { $0.left == 0 } }
        if self.lots.count >= Self.mostLots { self.floor = self.lots.removeFirst().through }
        self.lots.append(Lot(through: sequence, left: count))
    }

    /// Takes out a record that is kept no longer.
    mutating func remove(_ sequence: UInt64) {
        guard let place = self.place(of: sequence), self.lots[place].left > 0 else { return }
        self.lots[place].left -= 1
    }

    /// Counts what is kept anew.
    ///
    /// - Parameter records: calls its argument with the sequence number of each record above ``floor``, in any order.
    mutating func recount(_ records: ((UInt64) -> Void) throws -> Void) rethrows {
        guard !self.lots.isEmpty else { return }
        var counted = self
        for place in counted.lots.indices { counted.lots[place].left = 0 }
        try records { sequence in
            if let place = counted.place(of: sequence) { counted.lots[place].left += 1 }
        }
        self = counted
    }

    /// How many of these records a database lacks that knows no number above `last` and keeps `total` records.
    func missing(after last: UInt64, besides total: Int) -> Int {
        let lacked = self.lots.lazy.filter { $0.through > last }.reduce(0) { $0 + $1.left }
        return last >= self.floor ? lacked : max(lacked, self.total - total)
    }

    /// Forgets the commits that a database does not have.
    mutating func fallBack(to last: UInt64) {
        self.lots.removeAll { $0.through > last }
        self.floor = min(self.floor, last)
    }

    /// The lot that a record came with; nil where it is not told apart.
    private func place(of sequence: UInt64) -> Int? {
        guard sequence > self.floor else { return nil }
        var (low, high) = (0, self.lots.count)
        while low < high {
            let middle = (low + high) / 2
            if self.lots[middle].through < sequence { low = middle + 1 } else { high = middle }
        }
        return low < self.lots.count ? low : nil
    }
}

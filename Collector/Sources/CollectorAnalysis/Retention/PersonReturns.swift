/// Notes in which buckets one person started and returned.
struct PersonReturns {
    /// The buckets with a start event, ascending, each once.
    private(set) var starts: [Int] = []
    /// The buckets with a return event, ascending, each once.
    private(set) var returns: [Int] = []
    /// For each of ``starts``: whether a return in the same bucket was the start itself or came after it.
    private(set) var returnedAtOnce: [Bool] = []

    /// Forgets everything, for the next person.
    mutating func reset() {
        self.starts.removeAll(keepingCapacity: true)
        self.returns.removeAll(keepingCapacity: true)
        self.returnedAtOnce.removeAll(keepingCapacity: true)
    }

    /// Takes the person's next event.
    mutating func handle(bucket: Int, isStart: Bool, isReturn: Bool) {
        if isStart, self.starts.last != bucket, PersonReturns.insert(bucket, into: &self.starts) {
            let position = self.starts.lastIndex(of: bucket) ?? self.starts.count - 1
            self.returnedAtOnce.insert(false, at: min(position, self.returnedAtOnce.count))
        }
        guard isReturn else { return }
        if self.returns.last != bucket { _ = PersonReturns.insert(bucket, into: &self.returns) }
        if let position = self.starts.lastIndex(of: bucket) { self.returnedAtOnce[position] = true }
    }

    /// Keeps the array ascending; a clock that falls back over midnight shows an earlier date again.
    private static func insert(_ bucket: Int, into buckets: inout [Int]) -> Bool {
        var position = buckets.count
        while position > 0, buckets[position - 1] > bucket { position -= 1 }
        if position > 0, buckets[position - 1] == bucket { return false }
        buckets.insert(bucket, at: position)
        return true
    }
}

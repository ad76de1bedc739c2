/// A set of sequence numbers, kept as ranges: what has arrived of one producer (bug case O-34).
///
/// Events come nearly in order, so there is mostly one range whose end moves.
struct SequenceRanges: Equatable, Sendable {
    /// Closed ranges, ascending, neither overlapping nor touching.
    private(set) var ranges: ContiguousArray<ClosedRange<Int64>> = []

    init() {}

    /// How many numbers are in the set.
    var count: Int64 { self.ranges.reduce(0) { $0 + $1.upperBound - $1.lowerBound + 1 } }

    /// Adds a number; false when it was there.
    mutating func insert(_ number: Int64) -> Bool {
        if let last = self.ranges.last, number > last.upperBound {
            if number == last.upperBound + 1 {
                self.ranges[self.ranges.count - 1] = last.lowerBound...number
            } else {
                self.ranges.append(number...number)
            }
            return true
        }
        return self.insertBefore(number)
    }

    /// Adds a whole range, as a snapshot holds it.
    mutating func insert(_ range: ClosedRange<Int64>) {
        guard let last = self.ranges.last, range.lowerBound <= last.upperBound + 1 else {
            return self.ranges.append(range)
        }
        guard range.lowerBound <= last.upperBound else {
            return self.ranges[self.ranges.count - 1] = last.lowerBound...range.upperBound
        }
        for number in range { _ = self.insert(number) }
    }

    /// Takes a number out again, when what it stood for could not be stored.
    mutating func remove(_ number: Int64) {
        let index = self.firstIndex(endingAtOrAfter: number)
        guard index < self.ranges.count, self.ranges[index].contains(number) else { return }
        let range = self.ranges[index]
        var parts: [ClosedRange<Int64>] = []
        if range.lowerBound < number { parts.append(range.lowerBound...(number - 1)) }
        if number < range.upperBound { parts.append((number + 1)...range.upperBound) }
        self.ranges.replaceSubrange(index...index, with: parts)
    }

    /// Whether a number is in the set.
    func contains(_ number: Int64) -> Bool {
        let index = self.firstIndex(endingAtOrAfter: number)
        return index < self.ranges.count && self.ranges[index].contains(number)
    }

    private mutating func insertBefore(_ number: Int64) -> Bool {
        let index = self.firstIndex(endingAtOrAfter: number)
        guard index < self.ranges.count else {
            self.ranges.append(number...number)
            return true
        }
        guard !self.ranges[index].contains(number) else { return false }
        let touchesLeft = index > 0 && self.ranges[index - 1].upperBound == number - 1
        let touchesRight = self.ranges[index].lowerBound == number + 1
        switch (touchesLeft, touchesRight) {
        case (true, true):
            self.ranges[index - 1] = self.ranges[index - 1].lowerBound...self.ranges[index].upperBound
            self.ranges.remove(at: index)
        case (true, false): self.ranges[index - 1] = self.ranges[index - 1].lowerBound...number
        case (false, true): self.ranges[index] = number...self.ranges[index].upperBound
        case (false, false): self.ranges.insert(number...number, at: index)
        }
        return true
    }

    private func firstIndex(endingAtOrAfter number: Int64) -> Int {
        var low = 0
        var high = self.ranges.count
        while low < high {
            let middle = (low + high) / 2
            if self.ranges[middle].upperBound < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

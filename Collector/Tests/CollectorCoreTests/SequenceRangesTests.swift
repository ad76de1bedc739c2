import SpoorTesting
import Testing

@testable import CollectorCore

struct SequenceRangesTests {
    /// Any order of insertions and removals leaves the same numbers as a plain set, in ranges that do not touch.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func rangesBehaveAsASet(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var ranges = SequenceRanges()
        var model: Set<Int64> = []
        for _ in 0..<4_000 {
            let number = Int64(random.next() % 200)
            if random.next() % 4 == 0 {
                ranges.remove(number)
                model.remove(number)
            } else {
                let isNew = ranges.insert(number)
                #expect(isNew == model.insert(number).inserted)
            }
        }
        #expect(ranges.count == Int64(model.count))
        for number in Int64(-1)...201 { #expect(ranges.contains(number) == model.contains(number)) }
        for (left, right) in zip(ranges.ranges, ranges.ranges.dropFirst()) {
            #expect(left.upperBound + 1 < right.lowerBound)
        }
        var restored = SequenceRanges()
        for range in ranges.ranges { restored.insert(range) }
        #expect(restored == ranges)
    }

    @Test func whatComesInOrderIsOneRange() {
        var ranges = SequenceRanges()
        for number in Int64(1)...100_000 { _ = ranges.insert(number) }
        #expect(ranges.ranges == [1...100_000])
        let answers = [50, .max, .max].map { ranges.insert($0) }
        #expect(answers == [false, true, false])
    }
}

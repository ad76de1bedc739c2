import Testing

@testable import SpoorAutoTrack

/// The exact area of rectangles that lie over one another.
struct RectangleUnionTests {
    private static func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rectangle {
        Rectangle(x: x, y: y, width: width, height: height)
    }

    @Test(
        "The area of a union counts what lies in several rectangles once",
        arguments: [
            ([], 0.0),
            ([rectangle(0, 0, 2, 3)], 6),
            ([rectangle(0, 0, 2, 3), rectangle(0, 0, 2, 3)], 6),
            ([rectangle(0, 0, 2, 2), rectangle(1, 1, 2, 2)], 7),
            ([rectangle(0, 0, 1, 1), rectangle(5, 5, 1, 1)], 2),
            ([rectangle(0, 0, 10, 10), rectangle(2, 2, 3, 3)], 100),
            ([rectangle(0, 0, 3, 1), rectangle(0, 1, 1, 2), rectangle(2, 1, 1, 2), rectangle(0, 2, 3, 1)], 8),
            ([rectangle(0, 0, 0, 5), rectangle(1, 1, 1, 1)], 1),
        ] as [([Rectangle], Double)]
    )
    func union(rectangles: [Rectangle], area: Double) {
        var steps = 0
        #expect(RectangleUnion.area(of: rectangles, steps: &steps) == area)
    }

    @Test("The area equals that of counted cells for random rectangles", arguments: 1...40)
    func random(seed: UInt64) {
        var state = seed &* 0x9E37_79B9_7F4A_7C15
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
        var cells = Set<[Int]>()
        var rectangles: [Rectangle] = []
        for _ in 0..<(1 + next(30)) {
            let (x, y, width, height) = (next(20), next(20), next(8), next(8))
            rectangles.append(Self.rectangle(Double(x), Double(y), Double(width), Double(height)))
            for column in x..<(x + width) { for row in y..<(y + height) { cells.insert([column, row]) } }
        }
        var steps = 0
        #expect(RectangleUnion.area(of: rectangles, steps: &steps) == Double(cells.count), "seed \(seed)")
    }
}

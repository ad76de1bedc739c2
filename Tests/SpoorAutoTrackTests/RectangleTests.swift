import SpoorAutoTrack
import Testing

struct RectangleTests {
    @Test(
        "A rectangle that no view can have is empty, and meets nothing",
        arguments: [
            (Double.nan, 0.0, 10.0, 10.0), (0, .infinity, 10, 10), (0, 0, -1, 10), (0, 0, 10, -.infinity),
        ]
    )
    func whatIsNotSoundIsEmpty(x: Double, y: Double, width: Double, height: Double) {
        let rectangle = Rectangle(x: x, y: y, width: width, height: height)
        #expect(rectangle.isEmpty && rectangle.area == 0)
        #expect(rectangle.intersection(Rectangle(x: 0, y: 0, width: 100, height: 100)).isEmpty)
        #expect(!Rectangle(x: 0, y: 0, width: 100, height: 100).contains(rectangle))
    }

    @Test("What lies in both is cut out; edges that only touch share nothing")
    func intersections() {
        let left = Rectangle(x: 0, y: 0, width: 10, height: 10)
        #expect(left.intersection(Rectangle(x: 5, y: 8, width: 10, height: 10)).area == 10)
        #expect(left.intersection(Rectangle(x: 10, y: 0, width: 10, height: 10)).isEmpty)
        #expect(left.contains(Rectangle(x: 0, y: 0, width: 10, height: 10)))
        #expect(!left.contains(Rectangle(x: 1, y: 0, width: 10, height: 10)))
    }
}

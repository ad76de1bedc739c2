import SpoorAutoTrack
import Testing

@Suite("How often all views are walked over")
struct WalkPaceTests {
    @Test("A screen that stays as it is is walked over less and less, up to every eight seconds")
    func rests() {
        #expect(self.walks(seconds: 60) { _ in false } == [0, 2, 6, 14, 22, 30, 38, 46, 54])
    }

    @Test("Something new brings the next walk after a second")
    func finds() {
        #expect(self.walks(seconds: 12) { $0 == 6 } == [0, 2, 6, 7, 9])
        #expect(self.walks(seconds: 4) { _ in true } == [0, 1, 2, 3])
    }

    @Test("A page that comes brings the next walk a second after the last one")
    func pages() {
        var pace = WalkPace()
        for second in 0..<30 where pace.isDue(at: .seconds(second)) {
            pace.walked(foundNew: false, at: .seconds(second))
        }
        #expect(!pace.isDue(at: .milliseconds(29_900)))
        pace.pagesChanged()
        #expect(pace.isDue(at: .milliseconds(29_900)))
    }

    private func walks(seconds: Int, _ foundNew: (Int) -> Bool) -> [Int] {
        var pace = WalkPace()
        return (0..<seconds).filter { second in
            guard pace.isDue(at: .seconds(second)) else { return false }
            pace.walked(foundNew: foundNew(second), at: .seconds(second))
            return true
        }
    }
}

import SpoorAutoTrack
import Testing

@Suite("When the screen is looked at")
struct IdlePaceTests {
    @Test("At the first idle moment, then not more often than said, and the last change is seen")
    func interval() {
        var pace = IdlePace(interval: .milliseconds(100))
        #expect(pace.loopIsIdle(at: .milliseconds(1_000)) == .look)
        #expect(pace.looked(next: nil, at: .milliseconds(1_000)) == .nothing)
        #expect(pace.loopIsIdle(at: .milliseconds(1_020)) == .wake(after: .milliseconds(80), number: 1))
        #expect(pace.loopIsIdle(at: .milliseconds(1_040)) == .nothing)
        pace.woken(1)
        #expect(pace.loopIsIdle(at: .milliseconds(1_100)) == .look)
        #expect(pace.loopIsIdle(at: .milliseconds(1_200)) == .look)
    }

    @Test("An app that rests is not woken: a look asks for no other by itself")
    func rest() {
        var pace = IdlePace(interval: .milliseconds(100))
        var (uptime, wakes, looks) = (Duration.zero, 0, 0)
        var pending: (at: Duration, number: Int)?
        // One touch, then the loop runs only when it is woken.
        var isAwake = true
        while isAwake {
            isAwake = false
            var step = pace.loopIsIdle(at: uptime)
            if step == .look {
                looks += 1
                step = pace.looked(next: looks == 1 ? .milliseconds(300) : nil, at: uptime)
            }
            if case .wake(let wait, let number) = step { pending = (uptime + wait, number) }
            if let due = pending {
                pending = nil
                wakes += 1
                uptime = due.at
                pace.woken(due.number)
                isAwake = true
            }
            #expect(wakes < 10)
            if wakes >= 10 { return }
        }
        #expect(looks == 2 && wakes == 1 && uptime == .milliseconds(300))
    }

    @Test("An earlier wake-up overtakes a later one, which then does nothing")
    func overtaken() {
        var pace = IdlePace(interval: .milliseconds(100))
        _ = pace.loopIsIdle(at: .zero)
        #expect(pace.looked(next: .seconds(5), at: .zero) == .wake(after: .seconds(5), number: 1))
        #expect(pace.loopIsIdle(at: .milliseconds(40)) == .wake(after: .milliseconds(60), number: 2))
        pace.woken(1)
        #expect(pace.loopIsIdle(at: .milliseconds(50)) == .nothing)
        pace.woken(2)
        #expect(pace.loopIsIdle(at: .milliseconds(60)) == .look)
    }

    @Test("A time that is over is waited for a little, so that the loop can sleep", arguments: [-1_000, 0, 1])
    func overdue(milliseconds: Int) {
        var pace = IdlePace(interval: .milliseconds(100))
        _ = pace.loopIsIdle(at: .zero)
        #expect(pace.looked(next: .milliseconds(milliseconds), at: .zero) == .wake(after: .milliseconds(5), number: 1))
    }
}

@Suite("Who gets an object's actions")
struct TargetBookTests {
    private final class Target {}
    private let one = Target()
    private let two = Target()

    private func book() -> TargetBook {
        var book = TargetBook()
        book.add(ObjectIdentifier(self.one), "a:")
        book.add(ObjectIdentifier(self.one), "b:")
        book.add(ObjectIdentifier(self.two), "a:")
        book.add(ObjectIdentifier(self.two), "a:")
        return book
    }

    @Test("Removing by target, by action, by both and by neither")
    func remove() {
        var book = self.book()
        book.remove(ObjectIdentifier(self.one), "a:")
        book.remove(ObjectIdentifier(self.one), "b:")
        #expect(!book.isEmpty)
        book.remove(ObjectIdentifier(self.two), nil)
        #expect(book.isEmpty)
        book = self.book()
        book.remove(nil, "a:")
        #expect(!book.isEmpty)
        book.remove(nil, "b:")
        #expect(book.isEmpty)
        book = self.book()
        book.remove(nil, nil)
        #expect(book.isEmpty)
    }

    @Test("What is not there is removed without harm")
    func nothing() {
        var book = self.book()
        book.remove(ObjectIdentifier(self.two), "b:")
        #expect(!book.isEmpty)
    }
}

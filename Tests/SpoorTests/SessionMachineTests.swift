import SpoorWire
import Testing

@testable import Spoor

/// The rules of sessions as a table of steps (bug case O-12).
struct SessionMachineTests {
    /// What happens, at a second.
    enum Step: Sendable {
        case event(Int)
        case leave(Int)
        case enter(Int)
        case passive(Int)

        var second: Int {
            switch self {
            case .event(let second), .leave(let second), .enter(let second), .passive(let second): second
            }
        }
    }

    /// Limits of 300 s idle, 20 s in the background, 1 h in all; the sessions of the events by number, 0 where none.
    @Test(
        arguments: [
            ([.event(0), .event(300)], [1, 1]),
            ([.event(0), .event(301)], [1, 2]),
            ([.event(0), .event(250), .event(500)], [1, 1, 1]),
            ([.event(0), .leave(5), .enter(60), .event(60)], [1, 2]),
            ([.event(0), .leave(5), .enter(25), .event(25)], [1, 1]),
            ([.event(0), .leave(5), .enter(26), .event(26)], [1, 2]),
            ([.event(0), .leave(100), .enter(110), .event(110)], [1, 1]),
            ([.event(0), .leave(301), .enter(302), .event(302)], [1, 2]),
            ([.event(0), .leave(250), .enter(260), .event(550)], [1, 1]),
            ([.event(0), .leave(5), .event(10), .event(25), .event(26)], [1, 1, 1, 0]),
            ([.event(0), .leave(5), .event(20), .enter(30), .event(30)], [1, 1, 2]),
            ([.event(0), .leave(5), .event(40), .event(80), .enter(90), .event(90)], [1, 0, 0, 2]),
            ([.passive(0), .event(1), .enter(5), .event(6)], [0, 1]),
            ([.enter(0), .event(0), .enter(200), .event(300), .event(601)], [1, 1, 2]),
            // O-12/maximum-length
            ((0...13).map { .event($0 * 290) }, Array(repeating: 1, count: 13) + [2]),
        ] as [([Step], [Int])]
    )
    func theLimitIsThatOfTheStateInWhichTheGapPassed(steps: [Step], expected: [Int]) {
        var configuration = SessionConfiguration()
        configuration.idleLimit = .seconds(300)
        configuration.backgroundLimit = .seconds(20)
        configuration.maximumLength = .seconds(3600)
        var machine = SessionMachine(configuration)
        _ = machine.restore(nil, at: Self.moment(0))
        var made = 0
        var found: [Int] = []
        for step in steps {
            let moment = Self.moment(step.second)
            switch step {
            case .event:
                let touched = machine.touch(at: moment) {
                    made += 1
                    return String(made)
                }
                found.append(touched.id.flatMap { Int($0) } ?? 0)
            case .leave: _ = machine.leaveFront(at: moment)
            case .enter: _ = machine.enterFront(at: moment)
            case .passive: machine.startPassively(at: moment)
            }
        }
        #expect(found == expected)
    }

    /// What lies before, in and after the sessions that are known; nothing is begun or prolonged by asking.
    @Test func anEventWithATimeOfItsOwnFindsItsSession() {
        var configuration = SessionConfiguration()
        configuration.idleLimit = .seconds(10)
        var machine = SessionMachine(configuration)
        _ = machine.restore(nil, at: Self.moment(0))
        _ = machine.touch(at: Self.moment(100)) { "a" }
        _ = machine.touch(at: Self.moment(105)) { "b" }
        _ = machine.touch(at: Self.moment(200)) { "c" }
        let now = Self.moment(204)
        let found = [99, 100, 103, 105, 106, 199, 200, 204, 205].map { second in
            machine.session(atWall: Self.moment(second).wall, now: now) ?? "-"
        }
        #expect(found == ["-", "a", "a", "a", "-", "-", "c", "c", "-"])
        #expect(machine.touch(at: Self.moment(211)) { "d" }.id == "d")
    }

    /// Saved when it begins, when the app is left, and now and then; so a kill costs little of it.
    @Test func aSessionIsSavedSeldom() {
        var machine = SessionMachine(SessionConfiguration())
        _ = machine.restore(nil, at: Self.moment(0))
        var saves = 0
        for second in 0..<60 {
            let actions = machine.touch(at: Self.moment(second)) { "a" }.actions
            saves += actions.filter { if case .save = $0 { true } else { false } }.count
        }
        #expect(saves == 4)
        #expect(machine.leaveFront(at: Self.moment(60)).count == 1)
    }

    @Test func whatWasSavedComesBack() throws {
        var session = Session(id: "a", at: Self.moment(10))
        session.last = Self.moment(20)
        let back = try #require(Session(session.json, at: Self.moment(50)))
        #expect(back.id == "a" && back.isRestored && back.duration(since: back.began) == nil)
        #expect(back.began == Self.moment(10) && back.last == Self.moment(20))
        for broken: JSONValue in [.null, .string("a"), .object([]), .object([(key: "id", value: .string("a"))])] {
            #expect(Session(broken, at: Self.moment(50)) == nil)
        }
    }

    static func moment(_ second: Int) -> Moment {
        Moment(uptime: .seconds(second), continuous: .seconds(second), wall: 1_772_712_000_000 + Int64(second) * 1000)
    }
}

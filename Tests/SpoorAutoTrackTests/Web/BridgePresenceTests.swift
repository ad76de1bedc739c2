import SpoorAutoTrack
import Testing

@Suite("Whether the bridge is in a web view")
struct BridgePresenceTests {
    @Test(
        "The bridge comes back after the app took it out, and gives way to the app's own handler of its name",
        arguments: [
            ([.wanted], [[.removeHandler, .addHandler, .addScript]]),
            ([.wanted, .wanted], [[.removeHandler, .addHandler, .addScript], []]),
            (
                [.wanted, .handlersRemoved, .wanted],
                [[.removeHandler, .addHandler, .addScript], [], [.removeHandler, .addHandler]]
            ),
            ([.wanted, .scriptsRemoved, .wanted], [[.removeHandler, .addHandler, .addScript], [], [.addScript]]),
            (
                [.wanted, .handlersRemoved, .scriptsRemoved, .wanted],
                [[.removeHandler, .addHandler, .addScript], [], [], [.removeHandler, .addHandler, .addScript]]
            ),
            // A second handler of a name raises what Swift cannot catch.
            (
                [.wanted, .foreignHandler, .wanted, .foreignHandler],
                [[.removeHandler, .addHandler, .addScript], [.removeHandler], [], []]
            ),
            (
                [.wanted, .foreignHandler, .handlersRemoved, .wanted],
                [[.removeHandler, .addHandler, .addScript], [.removeHandler], [], [.removeHandler, .addHandler]]
            ),
            ([.foreignHandler, .wanted], [[], []]),
        ] as [([BridgePresence.Input], [[BridgePresence.Step]])]
    )
    func steps(_ inputs: [BridgePresence.Input], _ expected: [[BridgePresence.Step]]) {
        var presence = BridgePresence()
        #expect(inputs.map { presence.handle($0) } == expected)
    }
}

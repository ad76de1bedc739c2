import Testing

@testable import Spoor

/// What an app's comings and goings look like from UIKit and AppKit, as the sources pass them on.
struct AppPresenceTests {
    private typealias Input = AppPresence.Input
    private typealias Step = AppPresence.Step

    private static let phone = AppPresence.Part.scene("phone")
    private static let pad = AppPresence.Part.scene("pad")

    private func steps(_ inputs: [Input]) -> [Step] {
        var presence = AppPresence()
        return inputs.flatMap { presence.handle($0) }
    }

    // What a person's launch sounds like, in an app without scenes, one with, and one whose tracker starts early.
    private static let opened: [[Input]] = [
        [
            .attached(.inactive, hasScenes: false, isPrewarmed: false), .launchFinished(.inactive),
            .activated(.application), .turnPassed(.active),
        ],
        [
            .attached(.background, hasScenes: true, isPrewarmed: false), .launchFinished(.background),
            .connected(phone, isSeen: true), .turnPassed(.inactive), .activated(.application), .activated(phone),
        ],
        // A scene that does not say yet whether it is seen: the state after the turn does.
        [
            .attached(.background, hasScenes: true, isPrewarmed: false), .launchFinished(.background),
            .connected(phone, isSeen: false), .turnPassed(.inactive), .activated(phone), .activated(.application),
        ],
        [
            .attached(.background, hasScenes: true, isPrewarmed: false), .launchFinished(.background),
            .connected(phone, isSeen: false), .willEnterForeground(phone), .turnPassed(.background), .activated(phone),
        ],
        [
            .attached(.unknown, hasScenes: true, isPrewarmed: false), .launchFinished(.background),
            .connected(phone, isSeen: false), .activated(phone), .turnPassed(.active), .activated(.application),
        ],
        [.attached(.active, hasScenes: true, isPrewarmed: false), .turnPassed(.active), .activated(phone)],
    ]

    @Test(arguments: opened)
    func aPersonsLaunchIsToldOnceAndActivatesOnce(inputs: [AppPresence.Input]) {
        #expect(
            self.steps(inputs).filter { $0 != .willEnterForeground } == [.launched(inBackground: false), .becameActive]
        )
    }

    // O-14/push O-14/background-fetch O-14/location
    @Test(
        "O-14 launched by push, fetch or location: a launch in the background, and nothing else",
        arguments: [
            [
                Input.attached(.background, hasScenes: false, isPrewarmed: false), .launchFinished(.background),
                .turnPassed(.background),
            ],
            [
                .attached(.background, hasScenes: true, isPrewarmed: false), .launchFinished(.background),
                .turnPassed(.background),
            ],
            [
                .attached(.unknown, hasScenes: true, isPrewarmed: false), .launchFinished(.background),
                .connected(.scene("snapshot"), isSeen: false), .turnPassed(.background),
            ],
        ]
    )
    func aLaunchByTheSystemIsInTheBackground(inputs: [AppPresence.Input]) {
        #expect(self.steps(inputs) == [.launched(inBackground: true)])
    }

    // O-14/prewarmed O-14/opened-later
    @Test("O-14 a prewarmed process is opened hours later: it was launched in the background, then became active once")
    func aPrewarmedProcessIsNoStart() {
        let warm: [Input] = [.attached(.inactive, hasScenes: true, isPrewarmed: true), .launchFinished(.inactive)]
        #expect(self.steps(warm + [.turnPassed(.inactive)]) == [.launched(inBackground: true)])
        let opened = warm + [.turnPassed(.inactive), .willEnterForeground(Self.phone), .activated(Self.phone)]
        #expect(self.steps(opened) == [.launched(inBackground: true), .willEnterForeground, .becameActive])
    }

    // O-14/scene-inactive
    @Test("O-14 a scene is briefly inactive: it resigns and becomes active, and is never in the background")
    func aBrieflyInactiveSceneStaysInFront() {
        let steps = self.steps([
            .attached(.active, hasScenes: true, isPrewarmed: false), .activated(Self.phone),
            .willDeactivate(Self.phone), .willDeactivate(.application), .activated(.application),
            .activated(Self.phone),
        ])
        #expect(steps == [.launched(inBackground: false), .becameActive, .willResignActive, .becameActive])
    }

    @Test func theBackgroundComesWithTheLastOfSeveralScenes() {
        var presence = AppPresence()
        for input: Input in [
            .attached(.background, hasScenes: true, isPrewarmed: false), .connected(Self.phone, isSeen: true),
            .activated(Self.phone), .activated(Self.pad),
        ] {
            _ = presence.handle(input)
        }
        #expect(presence.handle(.willDeactivate(Self.phone)) == [])
        #expect(presence.handle(.enteredBackground(Self.phone)) == [])
        #expect(presence.handle(.willDeactivate(Self.pad)) == [.willResignActive])
        #expect(presence.handle(.enteredBackground(Self.pad)) == [.enteredBackground])
        #expect(presence.handle(.enteredBackground(.application)) == [])
        #expect(presence.handle(.willEnterForeground(Self.pad)) == [.willEnterForeground])
        #expect(presence.handle(.willEnterForeground(.application)) == [])
        #expect(presence.handle(.activated(Self.pad)) == [.becameActive])
    }

    @Test func aSceneThatIsClosedCountsAsLeft() {
        let steps = self.steps([
            .attached(.unknown, hasScenes: true, isPrewarmed: false), .activated(Self.pad), .disconnected(Self.pad),
            .willTerminate,
        ])
        #expect(
            steps == [
                .launched(inBackground: false), .becameActive, .willResignActive, .enteredBackground, .willTerminate,
            ]
        )
    }

    @Test func theAppLeavesOnceWhereToolkitTellsOfAppAndSceneAlike() {
        let steps = self.steps([
            .attached(.active, hasScenes: true, isPrewarmed: false), .activated(Self.phone),
            .willDeactivate(Self.phone), .willDeactivate(.application),
            .enteredBackground(Self.phone), .enteredBackground(.application),
            .willEnterForeground(.application), .willEnterForeground(Self.phone),
        ])
        #expect(
            steps.dropFirst(2) == [.willResignActive, .enteredBackground, .willEnterForeground]
        )
    }
}

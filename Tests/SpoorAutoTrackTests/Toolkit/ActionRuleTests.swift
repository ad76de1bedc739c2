import SpoorAutoTrack
import Testing

/// Which actions of a toolkit's controls are clicks.
struct ActionRuleTests {
    /// An action, and whether it is a click of its own.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let rule: ActionRule
        let isClick: Bool

        init(
            _ name: String,
            _ bar: ActionRule.Bar?,
            own: Bool,
            toolkits: Bool,
            around: Bool = false,
            controller: Bool = false,
            isClick: Bool
        ) {
            self.testDescription = name
            self.rule = ActionRule(
                bar: bar,
                isSenderToolkitsOwn: own,
                isTargetToolkits: toolkits,
                isTargetAround: around,
                isTargetController: controller
            )
            self.isClick = isClick
        }
    }

    private static let cases = [
        Case("the app's button to the app", nil, own: false, toolkits: false, isClick: true),
        Case("a part of a stepper to the stepper", nil, own: true, toolkits: true, around: true, isClick: false),
        Case(
            "the app's button in a control to that control",
            nil,
            own: false,
            toolkits: true,
            around: true,
            isClick: false
        ),
        Case("the app's button to a controller of the toolkit's", nil, own: false, toolkits: true, isClick: true),
        Case("a tab's own view", .tabs, own: true, toolkits: true, around: true, isClick: false),
        Case("the app's button over a bar of tabs", .tabs, own: false, toolkits: false, isClick: true),
        Case(
            "a bar button's own control to an object of the toolkit's",
            .items,
            own: true,
            toolkits: true,
            isClick: false
        ),
        Case(
            "the app's button in a bar to a controller of the toolkit's",
            .items,
            own: false,
            toolkits: true,
            controller: true,
            isClick: true
        ),
        Case(
            "a bar button's own control to a controller of the toolkit's",
            .items,
            own: true,
            toolkits: true,
            controller: true,
            isClick: false
        ),
        Case("a part of a search bar in a bar to it", nil, own: true, toolkits: true, around: true, isClick: false),
        Case("a bar button's own control to the app", .items, own: true, toolkits: false, isClick: false),
        Case("a bar button's own control that runs a closure", .items, own: true, toolkits: false, isClick: false),
        Case("a plain button that a bar made for an item", .items, own: false, toolkits: true, isClick: false),
        Case("the back button to the bar's content", .items, own: true, toolkits: true, around: true, isClick: true),
        Case("the app's own view in a bar", .items, own: false, toolkits: false, isClick: true),
    ]

    @Test(
        "A bar's button is no click beside its item's, whoever it tells; back buttons and the app's controls are",
        arguments: Self.cases
    )
    func isClick(_ one: Case) {
        #expect(one.rule.isInner != one.isClick)
    }

    @Test(
        "O-22 a tap counts when it ended, a long press when it is recognised: what the app does then ends it",
        arguments: [
            (GestureRule.Phase.began, true, true), (.ended, true, false), (.other, true, false),
            (.began, false, false), (.ended, false, true), (.other, false, false),
        ]
    )
    func gestures(_ phase: GestureRule.Phase, _ isLongPress: Bool, _ isClick: Bool) {
        #expect(GestureRule.isClick(phase, isLongPress: isLongPress) == isClick)
    }
}

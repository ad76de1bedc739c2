import SpoorAutoTrack
import Testing

@Suite("What is the toolkit's own affair")
struct ToolkitRuleTests {
    private static let uiKit = "/System/Library/PrivateFrameworks/UIKitCore.framework/UIKitCore"
    private static let simulator =
        "/Library/Developer/CoreSimulator/Volumes/iOS/RuntimeRoot/System/Library/Frameworks/SwiftUI.framework/SwiftUI"
    private static let app = "/private/var/containers/Bundle/Application/3F/Shop.app/Shop"

    @Test(
        "O-26 Private wrappers are known by where their code lies, not by a list",
        arguments: [
            ("UITableViewWrapperView", ElementKind.view, Self.uiKit, false, true),
            ("SomethingOfTheNextRelease", .view, Self.uiKit, false, true),
            ("PlatformViewHost", .view, Self.simulator, false, true),
            ("UIStackView", .view, Self.uiKit, true, false),
            ("UITabBarButton", .control, Self.uiKit, false, false),
            ("UITableViewCell", .cell, Self.uiKit, false, false),
            ("CardView", .view, Self.app, false, false),
            ("_UIHostingView", .view, nil, false, true),
            ("NSKVONotifying_CardView", .view, nil, false, false),
        ] as [(String, ElementKind, String?, Bool, Bool)]
    )
    func wrapper(name: String, kind: ElementKind, image: String?, isDocumented: Bool, isWrapper: Bool) {
        let found = ToolkitRule.isPrivateWrapper(name: name, kind: kind, image: image, isDocumented: isDocumented)
        #expect(found == isWrapper)
    }

    @Test(
        "What came with the system is told from the app's",
        arguments: [
            (Self.uiKit, true), (Self.simulator, true), ("/usr/lib/libobjc.A.dylib", true), (Self.app, false),
            ("/System/iOSSupport/System/Library/Frameworks/UIKit.framework/UIKit", true),
        ]
    )
    func system(image: String, isSystem: Bool) {
        #expect(ToolkitRule.isSystem(image: image) == isSystem)
    }

    @Test("A framework of the app's own that is named like the toolkit's is the app's")
    func namesake() {
        #expect(!ToolkitRule.isToolkit(image: Self.app + "/Frameworks/UIKitExtras.framework/UIKitExtras"))
    }
}

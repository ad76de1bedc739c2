import SpoorAutoTrack
import Testing

@Suite("Names of the toolkit's classes")
struct ToolkitNameTests {
    @Test(
        "The short name has neither module nor arguments",
        arguments: [
            ("UIView", "UIView"),
            ("Shop.HomeController", "HomeController"),
            ("Shop.Outer.Inner", "Inner"),
            ("Shop.(unknown context at $10423).Home", "Home"),
            ("SwiftUI.UIHostingController<Shop.Home>", "UIHostingController"),
            ("Shop.Box<Swift.Dictionary<Swift.String, Swift.Int>>", "Box"),
            ("Shop.(unknown context at $1<2>).Home<Swift.Int>", "Home"),
            ("", ""),
            ("<", ""),
        ]
    )
    func short(full: String, name: String) {
        #expect(ToolkitName.short(full) == name)
    }

    @Test(
        "O-20 A bare hosting controller is named by its screen where that holds, else not at all",
        arguments: [
            ("SwiftUI.UIHostingController<Shop.ContentView>", "ContentView"),
            ("SwiftUI.UIHostingController<SwiftUI.ModifiedContent<Shop.Home, SwiftUI._PaddingLayout>>", "Home"),
            (
                "SwiftUI.UIHostingController<SwiftUI.ModifiedContent<SwiftUI.ModifiedContent<Shop.Home, A>, B>>", "Home"
            ),
            ("SwiftUI.UIHostingController<Swift.Optional<Shop.Home>>", "Home"),
            ("SwiftUI.UIHostingController<Shop.Screen<Shop.Model>>", "Screen"),
            ("SwiftUI.UIHostingController<Shop.(unknown context at $1042).Home>", "Home"),
            ("SwiftUI.UIHostingController<SwiftUI.AnyView>", nil),
            ("SwiftUI.UIHostingController<SwiftUI.ModifiedContent<SwiftUI.AnyView, SwiftUI.RootModifier>>", nil),
            ("SwiftUI.UIHostingController<SwiftUI._ConditionalContent<Shop.A, Shop.B>>", nil),
            ("SwiftUI.UIHostingController<SwiftUI.TupleView<(Shop.A, Shop.B)>>", nil),
            ("SwiftUI.UIHostingController<(Swift.Int) -> Shop.Home>", nil),
            ("SwiftUI.UIHostingController<", nil),
            ("SwiftUI.UIHostingController<>", nil),
            ("UIViewController", nil),
        ] as [(String, String?)]
    )
    func hosted(full: String, name: String?) {
        #expect(ToolkitName.hosted(full) == name)
    }

    @Test("Endless wrapping ends")
    func endless() {
        let full = String(repeating: "SwiftUI.ModifiedContent<", count: 5_000) + "Shop.Home"
        #expect(ToolkitName.hosted("SwiftUI.UIHostingController<" + full) == nil)
    }
}

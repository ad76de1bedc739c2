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
}

#if canImport(SwiftUI)
import SpoorAutoTrack
import SpoorWire

/// A person's stay on a screen of SwiftUI's, from its appearing to its disappearing.
@MainActor
final class ScreenStay {
    private var page: NamedPage?

    /// The page that contains the screen, where the toolkit has one.
    private weak var place: (any PageElement)?

    /// The screen appeared; told twice it makes nothing.
    func begin(_ name: String, _ properties: Properties) {
        guard self.page == nil else { return }
        let page = NamedPage(name, properties: properties)
        page.parentPage = self.place
        self.page = page
        Spoor.screenAppeared(page)
    }

    /// The screen disappeared.
    func end() {
        guard let page = self.page else { return }
        self.page = nil
        Spoor.screenDisappeared(page)
    }

    /// The screen lies in a page: what presented that one is covered from now on.
    func lies(in place: any PageElement) {
        guard self.place !== place else { return }
        self.place = place
        guard let page = self.page else { return }
        page.parentPage = place
        Spoor.screenAppeared(page)
    }
}
#endif

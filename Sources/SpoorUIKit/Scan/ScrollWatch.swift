#if canImport(UIKit) && !os(watchOS)
import UIKit

/// How far the views on the screen were scrolled (002), compared between two scans; nothing is hooked or observed.
@MainActor
final class ScrollWatch {
    /// A view that scrolls, and where it was.
    @MainActor
    private final class Entry {
        weak var view: UIScrollView?
        var offset: CGFloat

        init(_ view: UIScrollView) {
            self.view = view
            self.offset = ScrollWatch.offset(of: view)
        }
    }

    private var entries: [ObjectIdentifier: Entry] = [:]

    /// Begins to watch a view that is taller than it shows, and no text view; answers whether it is a new one.
    func found(_ view: UIScrollView) -> Bool {
        guard !(view is UITextView), view.contentSize.height > view.bounds.size.height,
            self.entries[ObjectIdentifier(view)]?.view !== view
        else { return false }
        self.entries[ObjectIdentifier(view)] = Entry(view)
        return true
    }

    /// The views in a window that were scrolled up or down since the last time.
    func moved() -> [(view: UIScrollView, offset: Double, height: Double)] {
        var moved: [(view: UIScrollView, offset: Double, height: Double)] = []
        for (key, entry) in self.entries {
            guard let view = entry.view else {
                self.entries[key] = nil
                continue
            }
            let offset = Self.offset(of: view)
            guard view.window != nil, offset != entry.offset else { continue }
            entry.offset = offset
            moved.append((view, Double(offset), Double(view.bounds.size.height)))
        }
        return moved
    }

    /// How far the content has moved up; 0 at its top, under bars as well.
    private static func offset(of view: UIScrollView) -> CGFloat {
        view.contentOffset.y + view.adjustedContentInset.top
    }
}
#endif

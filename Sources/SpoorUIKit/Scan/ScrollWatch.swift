#if canImport(UIKit) && !os(watchOS)
import SpoorAutoTrack
import UIKit

/// How far the views on the screen are scrolled (002), looked at by each scan; nothing is hooked or observed.
@MainActor
final class ScrollWatch {
    /// A view that scrolls.
    private struct Entry {
        weak var view: UIScrollView?
    }

    private var entries: [ObjectIdentifier: Entry] = [:]
    private var book = ScrollBook()

    /// Begins to watch a view that is taller than it shows, and no text view; answers whether it is a new one.
    func found(_ view: UIScrollView) -> Bool {
        guard !(view is UITextView), view.contentSize.height > view.bounds.size.height,
            self.entries[ObjectIdentifier(view)]?.view !== view
        else { return false }
        self.entries[ObjectIdentifier(view)] = Entry(view: view)
        self.book.forget(ObjectIdentifier(view))
        return true
    }

    /// A page came or went.
    func pagesChanged() { self.book.pagesChanged() }

    /// The views in a window that stand elsewhere than they were told of last, those found since then included.
    func moved() -> [(view: UIScrollView, offset: Double, height: Double)] {
        var moved: [(view: UIScrollView, offset: Double, height: Double)] = []
        for (key, entry) in self.entries {
            guard let view = entry.view else {
                self.entries[key] = nil
                self.book.forget(key)
                continue
            }
            let offset = Double(Self.offset(of: view))
            guard view.window != nil, self.book.isNew(key, at: offset) else { continue }
            moved.append((view, offset, Double(view.bounds.size.height)))
        }
        return moved
    }

    /// How far the content has moved up; 0 at its top, under bars as well.
    private static func offset(of view: UIScrollView) -> CGFloat {
        view.contentOffset.y + view.adjustedContentInset.top
    }
}
#endif

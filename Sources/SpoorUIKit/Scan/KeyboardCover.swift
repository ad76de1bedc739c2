#if canImport(UIKit) && os(iOS)
import Foundation
import SpoorAutoTrack
import UIKit

/// The keyboard as a cover: it lies in a window that is not the app's, so the system's notices tell where it is.
@MainActor
final class KeyboardCover {
    private let element = KeyboardElement()
    private var observers: [any NSObjectProtocol] = []

    /// The keyboard over the windows, while it is there: it lies above all windows of the scene that is typed in.
    func element(over windows: [UIWindow]) -> (any Element)? {
        guard let frame = self.element.screenFrame, let window = windows.last(where: { $0.isKeyWindow }) ?? windows.last
        else { return nil }
        let local = window.convert(frame, from: UIScreen.main.coordinateSpace)
        self.element.frame = ViewVisibility.rectangle(local, of: window)
        return self.element
    }

    /// Begins to follow it; a second time changes nothing.
    func begin() {
        guard self.observers.isEmpty else { return }
        for name in [UIResponder.keyboardDidShowNotification, UIResponder.keyboardDidChangeFrameNotification] {
            self.observe(name) { $0.userInfo?[UIResponder.keyboardFrameEndUserInfoKey] as? CGRect }
        }
        self.observe(UIResponder.keyboardDidHideNotification) { _ in nil }
    }

    /// Ends following it.
    func end() {
        for observer in self.observers { NotificationCenter.default.removeObserver(observer) }
        self.observers = []
        self.element.screenFrame = nil
    }

    private func observe(_ name: Notification.Name, frame: @escaping @Sendable (Notification) -> CGRect?) {
        let center = NotificationCenter.default
        self.observers.append(
            center.addObserver(forName: name, object: nil, queue: .main) { [weak self] notification in
                let frame = frame(notification).flatMap { $0.size.height > 0 ? $0 : nil }
                MainActor.assumeIsolated { self?.element.screenFrame = frame }
            }
        )
    }
}

/// The keyboard: a window of which the app sees nothing but the frame.
final class KeyboardElement: UIKitElement {
    /// Where it is on the screen; nil while it is not there.
    var screenFrame: CGRect?

    /// Where it is in the window that is asked about.
    var frame: Rectangle?

    init() {
        super.init(object: Self.standIn)
    }

    /// There is no object of the keyboard's to point at.
    private static let standIn = NSObject()

    override var typeName: String { "Keyboard" }
    override var kind: ElementKind { .window }
    override var visibility: VisibilityFacts { VisibilityFacts(frame: self.frame, clips: true, isOpaque: true) }
}
#endif

#if canImport(UIKit) && !os(watchOS)
import Foundation
package import UIKit

/// The windows that the app shows.
@MainActor
package enum Windows {
    /// The application; nil in an app extension, and before the toolkit has made it.
    ///
    /// Asked for by name, because an app extension may not even mention it.
    package static var application: UIApplication? {
        let shared = NSSelectorFromString("sharedApplication")
        guard !self.isExtension, UIApplication.responds(to: shared) else { return nil }
        return UIApplication.perform(shared)?.takeUnretainedValue() as? UIApplication
    }

    private static let isExtension = Bundle.main.bundlePath.hasSuffix(".appex")

    /// The visible windows of the scenes in the foreground: scene by scene, those of each from the back to the front.
    static var shown: [UIWindow] {
        let scenes = (self.application?.connectedScenes ?? []).compactMap { $0 as? UIWindowScene }
        let states: [UIScene.ActivationState] = [.foregroundActive, .foregroundInactive]
        let front = scenes.filter { states.contains($0.activationState) }
        return front.sorted { $0.session.persistentIdentifier < $1.session.persistentIdentifier }
            .flatMap { self.ordered($0.windows) }
    }

    /// Further than any screen is wide.
    private static let sceneWidth = 100_000.0

    /// By the scene's address: two that live never have the same.
    private static var places: [ObjectIdentifier: Double] = [:]

    /// How far to the right the scene of a window is taken to lie.
    static func shift(of window: UIWindow) -> Double {
        guard let scene = window.windowScene.map({ ObjectIdentifier($0) }) else { return 0 }
        if let place = self.places[scene] { return place * self.sceneWidth }
        let place = Double(self.places.count)
        self.places[scene] = place
        return place * self.sceneWidth
    }

    /// Windows of one level lie above each other in the order in which they came.
    private static func ordered(_ windows: [UIWindow]) -> [UIWindow] {
        windows.filter { !$0.isHidden }.enumerated()
            .sorted { left, right in
                let levels = (left.element.windowLevel.rawValue, right.element.windowLevel.rawValue)
                return levels.0 == levels.1 ? left.offset < right.offset : levels.0 < levels.1
            }
            .map(\.element)
    }
}
#endif

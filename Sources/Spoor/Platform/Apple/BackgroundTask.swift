#if canImport(UIKit) && !os(watchOS)
import Foundation
import UIKit

/// The time that the system grants an app which has just gone to the background.
@MainActor
final class BackgroundTask {
    private let application: UIApplication
    private var identifier = UIBackgroundTaskIdentifier.invalid

    /// Begins the task, and reads the remaining time: once, and here, because only the main thread may.
    ///
    /// - Parameter application: the application.
    /// - Returns: how long the app may run on, and what ends the task.
    static func begin(_ application: UIApplication) -> (remaining: Duration?, end: @Sendable () -> Void) {
        let task = BackgroundTask(application)
        let remaining = BackgroundTime.remaining(seconds: application.backgroundTimeRemaining)
        return (remaining, { MainThread.run { task.end() } })
    }

    private init(_ application: UIApplication) {
        self.application = application
        self.identifier = application.beginBackgroundTask(withName: "Spoor") { self.end() }
    }

    private func end() {
        guard self.identifier != .invalid else { return }
        self.application.endBackgroundTask(self.identifier)
        self.identifier = .invalid
    }
}
#endif

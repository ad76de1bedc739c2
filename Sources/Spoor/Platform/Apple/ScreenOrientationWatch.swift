#if canImport(UIKit) && os(iOS)
import Foundation
import SpoorWire
import UIKit

/// Follows how the device is held, once the app asked for it; see ``Tracker/followScreenOrientation()``.
@MainActor
public final class ScreenOrientationWatch {
    private weak var tracker: Tracker?
    private var observer: (any NSObjectProtocol)?

    fileprivate init(_ tracker: Tracker) {
        self.tracker = tracker
    }

    /// Begins to follow; the system keeps its sensor on until ``end()``.
    fileprivate func begin() {
        UIDevice.current.beginGeneratingDeviceOrientationNotifications()
        let name = UIDevice.orientationDidChangeNotification
        self.observer = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
            MainThread.run { self.tell() }
        }
        self.tell()
    }

    /// Ends following; the events keep what was told last.
    public func end() {
        guard let observer = self.observer else { return }
        NotificationCenter.default.removeObserver(observer)
        UIDevice.current.endGeneratingDeviceOrientationNotifications()
        self.observer = nil
    }

    private func tell() {
        guard let tracker = self.tracker else { return self.end() }
        let orientation = UIDevice.current.orientation
        // A device that lies flat keeps what it last was.
        if orientation.isPortrait { tracker.setScreenOrientation(.portrait) }
        if orientation.isLandscape { tracker.setScreenOrientation(.landscape) }
    }
}

extension Tracker {
    /// Follows how the device is held; events carry it as `$screen_orientation` from now on.
    ///
    /// - Returns: what ends it; following ends with the tracker, too.
    @MainActor
    @discardableResult
    public func followScreenOrientation() -> ScreenOrientationWatch {
        let watch = ScreenOrientationWatch(self)
        watch.begin()
        return watch
    }
}
#endif

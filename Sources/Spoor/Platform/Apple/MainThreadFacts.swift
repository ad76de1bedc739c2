#if canImport(Darwin)
import Foundation
import SpoorWire

/// What only the main thread may ask of the toolkit, kept for other threads.
final class MainThreadFacts: Sendable {
    /// The answers.
    struct Values: Sendable {
        var screenWidth: Int?
        var screenHeight: Int?
        var vendorIdentifier: String?
    }

    private let values = Locked<Values?>(nil)

    /// Asks at once where this is the main thread, else soon.
    init() {
        self.refresh {}
    }

    /// What was answered last; nil until the main thread was asked.
    var current: Values? { self.values.withLock { $0 } }

    /// Asks again; `done` is called on the main thread.
    func refresh(_ done: @escaping @Sendable () -> Void) {
        MainThread.run {
            var values = Values()
            if let size = Toolkit.screenSize {
                values.screenWidth = Int(size.width)
                values.screenHeight = Int(size.height)
            }
            values.vendorIdentifier = Toolkit.vendorIdentifier
            let answers = values
            self.values.withLock { $0 = answers }
            done()
        }
    }
}
#endif

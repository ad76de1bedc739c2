import SpoorAutoTrack
import SpoorTesting
import SpoorWire

/// A tracker, the windows that it scans, and what it recorded; time moves only when a test says so.
@MainActor
final class ExposureStage {
    let window = Stage.window()
    /// The windows from back to front, where there are more than one.
    var windows: [ManualElement] = []
    private(set) var events: [AutoEvent] = []
    /// What was said to the app's developers.
    private(set) var remarks: [String] = []
    private(set) var now = AutoTime(milliseconds: 1_700_000_000_000, uptime: .seconds(5))
    private let memory: Int
    private(set) lazy var tracker = AutoTracker(
        exposureMemory: self.memory,
        now: { [unowned self] in self.now },
        emit: { [unowned self] in self.events.append($0) },
        report: { [unowned self] in self.remarks.append($0) }
    )

    init(memory: Int = 20_000) {
        self.memory = memory
        self.windows = [self.window]
    }

    /// The ids of what was recorded, in that order.
    var ids: [String] { self.events.map { Self.string($0.properties["exposure_id"]) } }

    /// Lets time pass, then scans.
    func scan(after milliseconds: Int64 = 0) {
        self.wait(milliseconds)
        self.tracker.scan(windows: self.windows)
    }

    func wait(_ milliseconds: Int64) {
        self.now.milliseconds += milliseconds
        self.now.uptime += .milliseconds(milliseconds)
    }

    /// The ids of what was recorded since the last call.
    func takeIDs() -> [String] {
        let ids = self.ids
        self.events.removeAll()
        return ids
    }

    /// The number in an event's id.
    func number(_ event: AutoEvent) -> String {
        Self.string(event.properties["exposure_id"]).split(separator: " ").last.map(String.init) ?? "-"
    }

    private static func string(_ value: PropertyValue?) -> String {
        if case .string(let text) = value { return text }
        return "-"
    }
}

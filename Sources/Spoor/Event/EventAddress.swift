import SpoorWire

/// What a caller may set of the event itself by a property: its project, its token and its time (sensors protocol, 2.1).
extension EventDraft {
    private static let project = "$project"
    private static let token = "$token"
    private static let time = "$time"

    /// Lifts `$project`, `$token` and `$time` out of the properties.
    ///
    /// - Parameter report: gets one sentence for each that cannot be used.
    mutating func liftAddress(report: (String) -> Void) {
        guard self.own.hasDollarKey else { return }
        self.project = self.liftText(Self.project, report) ?? self.project
        self.token = self.liftText(Self.token, report) ?? self.token
        guard let value = self.own.removeValue(forKey: Self.time) else { return }
        if case .date(let milliseconds) = value, milliseconds >= 0 {
            self.milliseconds = milliseconds
            self.isOwnTime = true
        } else {
            report("The property '$time' was ignored: pass a Date after 1970, the moment at which it happened.")
        }
    }

    private mutating func liftText(_ key: String, _ report: (String) -> Void) -> String? {
        guard let value = self.own.removeValue(forKey: key) else { return nil }
        if case .string(let text) = value, !text.isEmpty, text.utf8.count <= 1024 { return text }
        report("The property '\(key)' was ignored: pass a text of 1 to 1024 bytes.")
        return nil
    }
}

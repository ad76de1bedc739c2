import SpoorWire

/// Reads the `Retry-After` header in both forms (bug case O-10).
enum RetryAfter {
    /// The longest wait a server may ask for; more is cut to this.
    static let longest: Duration = .seconds(24 * 3600)

    /// How long the server asks to wait.
    ///
    /// A date is measured against the answer's own `Date` header, so that a wrong device clock changes nothing; without
    /// that header against `now`.
    ///
    /// - Parameters:
    ///   - response: the answer that may carry the header.
    ///   - now: the device's wall clock in milliseconds, used where the answer has no `Date`.
    /// - Returns: a wait within 0…24 h, or nil where the header is missing or unreadable.
    static func wait(in response: UploadResponse, now: Int64) -> Duration? {
        guard let text = response.headers["retry-after"]?.trimmedSpaces, !text.isEmpty else { return nil }
        if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            guard let seconds = Int64(text) else { return Self.longest }
            return min(.seconds(seconds), Self.longest)
        }
        guard let until = HTTPDate.milliseconds(from: text, now: now) else { return nil }
        let reference = response.headers["date"].flatMap { HTTPDate.milliseconds(from: $0, now: now) } ?? now
        let (wait, overflow) = until.subtractingReportingOverflow(reference)
        guard !overflow, wait > 0 else { return .zero }
        return min(.milliseconds(wait), Self.longest)
    }
}

extension String {
    /// The text without blanks and tabs at its ends.
    var trimmedSpaces: String {
        let blank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        guard let first = self.firstIndex(where: { !blank($0) }), let last = self.lastIndex(where: { !blank($0) })
        else {
            return ""
        }
        return String(self[first...last])
    }
}

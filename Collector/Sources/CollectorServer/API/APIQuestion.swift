import CollectorAnalysis
import CollectorCore
import Foundation
import SpoorWire

/// One request for an analysis, and typed reading of its parameters.
struct APIQuestion {
    let request: HTTPRequest
    let query: HTTPQuery
    let project: String
    let source: any FactSource
    let now: Int64

    init(request: HTTPRequest, project: String, source: any FactSource, now: Int64) {
        self.request = request
        self.query = request.query
        self.project = project
        self.source = source
        self.now = now
    }

    /// The number of days that a range has when the request names none.
    static let defaultDays = 30

    var instants: InstantText { InstantText(timeZone: self.source.timeZone) }

    /// A parameter's text; an empty one counts as absent.
    func text(_ name: String) -> String? {
        guard let value = self.query[name], !value.isEmpty else { return nil }
        return value
    }

    func integer(_ name: String, _ range: ClosedRange<Int>, default standard: Int) throws(AnalysisError) -> Int {
        guard let text = self.text(name) else { return standard }
        guard let value = Int(text), range.contains(value) else {
            throw .invalid(
                name,
                "'\(name)' must be a whole number from \(range.lowerBound) to \(range.upperBound); '\(text)' is not."
            )
        }
        return value
    }

    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String,
        default standard: Choice
    ) throws(AnalysisError) -> Choice {
        guard let text = self.text(name) else { return standard }
        guard let value = Choice(rawValue: text) else {
            let accepted = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalid(name, "'\(name)' must be one of \(accepted); '\(text)' is not.")
        }
        return value
    }

    func cursor(_ name: String) throws(AnalysisError) -> EventCursor? {
        guard let text = self.text(name) else { return nil }
        return try EventCursor(text, parameter: name)
    }

    /// The range from `from` to `to`; where one is missing, the last days that have data.
    func range() throws -> Range<Int64> {
        let last = try self.source.timeSpan()?.upperBound ?? self.now
        let standard = self.instants.days(APIQuestion.defaultDays, endingWith: last)
        let to = try self.instant("to", isEnd: true)
        let from = try self.instant("from", isEnd: false)
        let end = to ?? max(standard.upperBound, from ?? standard.upperBound)
        let start = from ?? self.instants.days(APIQuestion.defaultDays, endingWith: end - 1).lowerBound
        guard start < end else {
            throw AnalysisError.invalid("from", "'from' must lie before 'to'; a date as 'to' includes the whole day.")
        }
        return start..<end
    }

    func instant(_ name: String, isEnd: Bool) throws(AnalysisError) -> Int64? {
        guard let text = self.text(name) else { return nil }
        guard let instant = self.instants.instant(text, isEnd: isEnd) else {
            throw .invalid(name, "'\(name)' must be \(InstantText.accepted); '\(text)' is not.")
        }
        return instant
    }

    /// What every answer about a range begins with.
    func heading(_ range: Range<Int64>) -> [JSONValue.Member] {
        [
            ("project", .string(self.project)),
            ("timeZone", .string(self.source.timeZone.identifier)),
            ("from", .integer(range.lowerBound)),
            ("to", .integer(range.upperBound)),
            ("fromText", .string(self.instants.text(range.lowerBound))),
            ("toText", .string(self.instants.text(range.upperBound))),
            ("fromDate", .string(self.instants.date(range.lowerBound))),
            ("toDate", .string(self.instants.date(range.upperBound - 1))),
        ]
    }
}

extension APIQuestion {
    /// The project that a request means: the one it names, the only one there is, or `default`.
    static func project(_ query: HTTPQuery, _ projects: ProjectAccess) -> String {
        if let name = query["project"], !name.isEmpty { return name }
        let names = projects.names()
        return names.count == 1 ? names[0] : "default"
    }

    /// Refuses parameters that are misspelt, rather than answering another question than was meant.
    static func check(_ query: HTTPQuery, accepted: [String]) throws(AnalysisError) {
        if let name = query.malformed.first {
            throw .invalid(name, "The value of '\(name)' is not percent-encoded: a '%' needs two hexadecimal digits.")
        }
        for item in query.items where !accepted.contains(item.name) {
            throw .invalid(
                item.name,
                "There is no parameter '\(item.name)' here. Accepted are: \(accepted.joined(separator: ", "))."
            )
        }
    }
}

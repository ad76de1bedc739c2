import CollectorAnalysis
import SpoorWire

extension APIQuestion {
    /// The conditions in all parameters of a name, which may be repeated.
    func filters(_ name: String) throws(AnalysisError) -> [PropertyFilter] {
        var filters: [PropertyFilter] = []
        for text in self.query.all(name) where !text.isEmpty {
            filters.append(try PropertyFilter(parsing: text, parameter: name))
        }
        return filters
    }

    /// The events in a parameter: names with commas between them, or a JSON array of names and objects
    /// `{"event": name, "filters": [condition, …]}`; `*` means every event.
    func selectors(_ name: String, filters: [PropertyFilter]) throws(AnalysisError) -> [EventSelector] {
        var selectors: [EventSelector] = []
        for text in self.query.all(name) where !text.isEmpty {
            if text.first == "[" {
                selectors += try APIQuestion.selectors(json: text, name, filters)
                continue
            }
            for part in text.split(separator: ",") {
                selectors.append(EventSelector(APIQuestion.eventName(APIQuestion.trimmed(part)), filters: filters))
            }
        }
        return selectors
    }

    /// The one event in a parameter.
    func selector(_ name: String, default standard: String, filters: String) throws(AnalysisError) -> EventSelector {
        EventSelector(APIQuestion.eventName(self.text(name) ?? standard), filters: try self.filters(filters))
    }

    private static func selectors(
        json text: String,
        _ name: String,
        _ filters: [PropertyFilter]
    ) throws(AnalysisError) -> [EventSelector] {
        guard let elements = (try? JSONValue(parsing: text))?.arrayValue else { throw APIQuestion.unreadable(name) }
        var selectors: [EventSelector] = []
        for element in elements {
            if let event = element.stringValue {
                selectors.append(EventSelector(APIQuestion.eventName(event), filters: filters))
                continue
            }
            guard let event = element["event"]?.stringValue else { throw APIQuestion.unreadable(name) }
            var own: [PropertyFilter] = []
            for condition in element["filters"]?.arrayValue ?? [] {
                guard let text = condition.stringValue else { throw APIQuestion.unreadable(name) }
                own.append(try PropertyFilter(parsing: text, parameter: name))
            }
            selectors.append(EventSelector(APIQuestion.eventName(event), filters: own + filters))
        }
        return selectors
    }

    private static func eventName(_ text: String) -> String? { text == "*" ? nil : text }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }

    private static func unreadable(_ name: String) -> AnalysisError {
        .invalid(
            name,
            "'\(name)' must be event names with commas between them, or a JSON array such as "
                + "[\"view\", {\"event\": \"buy\", \"filters\": [\"price > 10\"]}]."
        )
    }
}

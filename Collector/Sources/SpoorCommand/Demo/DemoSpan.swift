import SpoorWire

/// The days that a demo's figures are about: all that the collector has events of.
struct DemoSpan: Equatable, Sendable {
    /// The first and the last day, such as `2019-11-01`; both are included.
    let first: String
    let last: String

    init(first: String, last: String) {
        self.first = first
        self.last = last
    }

    /// Reads the collector's answer about a project; nil where there is no event.
    init?(info: JSONValue) {
        guard let span = info["timeSpan"], let first = span["firstText"]?.stringValue,
            let last = span["lastText"]?.stringValue
        else { return nil }
        self.init(first: String(first.prefix(10)), last: String(last.prefix(10)))
    }

    var parameters: [QueryParameter] { [QueryParameter("from", self.first), QueryParameter("to", self.last)] }

    /// Where the dashboard shows the demo's funnel with the demo's figures.
    func dashboard(at server: String) -> String {
        let steps = Demo.steps.joined(separator: "%2C")
        return "\(server)/#funnel?project=\(Demo.project)&steps=\(steps)&window=\(Demo.window)"
            + "&from=\(self.first)&to=\(self.last)"
    }
}

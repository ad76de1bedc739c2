import SpoorWire

extension PropertyPlugin {
    /// A plug-in whose parts are written in Objective-C.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - weight: how much its properties weigh, as a number; see ``PropertyPriority/init(weight:)``.
    ///   - appliesTo: whether it has something to say about an event.
    ///   - report: gets one sentence where an answer cannot be read as it is.
    ///   - answer: a dictionary; nil, or an object of another class, adds no properties.
    init(
        _ name: String,
        weight: Int,
        appliesTo: @escaping @Sendable (EventOutline) -> Bool,
        report: @escaping @Sendable (String) -> Void,
        answer: @escaping @Sendable (EventOutline) -> Any?
    ) {
        self.init(name, priority: PropertyPriority(weight: weight), appliesTo: appliesTo) { outline in
            let answer = ObjectProperties.answered(answer(outline), by: "The plug-in '\(Limits.shown(name))'")
            if let warning = answer.warning { report(warning) }
            return answer.properties
        }
    }
}

extension PropertyPriority {
    /// The greatest priority that weighs no more than a number; the least one below all of them.
    ///
    /// In Objective-C any number can stand for a priority.
    init(weight: Int) {
        self = Self.allCases.filter { $0.rawValue <= weight }.max() ?? .low
    }
}

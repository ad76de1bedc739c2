import SpoorWire

/// Writes what is known of a visit into events.
enum PageEvents {
    /// The event of a page's coming.
    static let view = "$AppViewScreen"

    /// The event of a page's leaving.
    static let leave = "$AppPageLeave"

    /// What a page is called, on every event that belongs to it.
    static func name(_ facts: PageFacts, pageID: String?) -> Properties {
        var properties = Properties()
        properties.set(facts.name, forKey: "$screen_name")
        properties.set(facts.title, forKey: "$title")
        properties.set(pageID, forKey: "$page_id")
        return properties
    }

    /// The event of a view.
    static func view(_ visit: PageVisit, at time: AutoTime) -> AutoEvent {
        AutoEvent(self.view, self.properties(of: visit), milliseconds: time.milliseconds)
    }

    /// The event of a leave.
    static func leave(_ visit: PageVisit, dwell: Duration, at time: AutoTime) -> AutoEvent {
        var properties = self.properties(of: visit)
        // As the Sensors SDKs: nobody reads a page for a day.
        if dwell < .seconds(86_400) { properties.set(self.seconds(dwell), forKey: "event_duration") }
        properties.set((visit.screens * 100).rounded() / 100, forKey: "$scrolled_screens")
        return AutoEvent(self.leave, properties, milliseconds: time.milliseconds)
    }

    private static func properties(of visit: PageVisit) -> Properties {
        let facts = visit.entry.facts
        var properties = self.name(facts, pageID: visit.entry.pageID)
        properties.set(facts.url, forKey: "$url")
        properties.set(visit.sourceID, forKey: "$source_id")
        properties.set(visit.referrer?.url, forKey: "$referrer")
        properties.set(visit.referrer?.title, forKey: "$referrer_title")
        properties.mergeNames(visit.entry.properties, overriding: true)
        return properties
    }

    /// Seconds with three decimals.
    private static func seconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        let milliseconds = Double(seconds) * 1_000 + (Double(attoseconds) / 1e15).rounded()
        return milliseconds / 1_000
    }
}

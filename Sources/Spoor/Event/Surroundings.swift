import SpoorWire

/// What an event takes from its tracker besides identity: replaced as a whole, never changed, so that a recording thread
/// reads it without holding a lock.
final class Surroundings: Sendable {
    /// The static super properties (001 §3.3.2).
    let staticProperties: Properties

    /// The same, encoded, without braces.
    let staticBytes: [UInt8]

    /// Whether a static property begins with `$`: only such a one can need a consent of its own.
    let hasStaticDollarKey: Bool

    /// Whether a date is among them, alone or in a list.
    private let hasStaticDate: Bool

    /// The app's own code that runs inside a recording call.
    let callouts: Callouts

    /// What the presets are made of.
    let presetSource: Presets.Source

    /// The presets for now.
    let presets: Presets

    /// The part of each event that says who recorded it.
    let library: Library

    /// Whether events are to be marked with the moment of their call; see ``EventMark``.
    let marksEvents: Bool

    /// Whether super properties and presets are known: storage is open, and what was called before is carried out.
    let isComplete: Bool

    /// The same fields, to be changed in a copy.
    private struct Parts {
        var staticProperties: Properties = [:]
        var staticBytes: [UInt8] = []
        var callouts = Callouts()
        var presetSource: Presets.Source
        var presets: Presets
        var library: Library
        // While storage is not open, nobody knows.
        var marksEvents = true
        var isComplete = false

        /// Takes other presets; where the zone has changed, the dates among the static properties are written anew.
        mutating func take(_ presets: Presets, zone: any ZoneOffsets) {
            if presets.zoneOffset != self.presets.zoneOffset {
                self.staticBytes = PropertyEncoding.fragment(of: self.staticProperties, zone: zone)
            }
            self.presets = presets
        }
    }

    private init(_ parts: Parts) {
        self.staticProperties = parts.staticProperties
        self.staticBytes = parts.staticBytes
        self.hasStaticDollarKey = parts.staticProperties.hasDollarKey
        self.hasStaticDate = parts.staticProperties.hasDate
        self.callouts = parts.callouts
        self.presetSource = parts.presetSource
        self.presets = parts.presets
        self.library = parts.library
        self.marksEvents = parts.marksEvents
        self.isComplete = parts.isComplete
    }

    private func changed(_ change: (inout Parts) -> Void) -> Surroundings {
        var parts = Parts(
            staticProperties: self.staticProperties,
            staticBytes: self.staticBytes,
            callouts: self.callouts,
            presetSource: self.presetSource,
            presets: self.presets,
            library: self.library,
            marksEvents: self.marksEvents,
            isComplete: self.isComplete
        )
        change(&parts)
        return Surroundings(parts)
    }

    /// What stands around events of an installation.
    ///
    /// - Parameters:
    ///   - source: what the presets are made of.
    ///   - install: the installation's id.
    ///   - milliseconds: the wall clock.
    ///   - zone: the local zone.
    convenience init(_ source: Presets.Source, install: String, at milliseconds: Int64, zone: any ZoneOffsets) {
        self.init(
            Parts(
                presetSource: source,
                presets: Presets(source, at: milliseconds, zone: zone),
                library: Library(source.facts, install: install)
            )
        )
    }

    /// The same with other static properties.
    func with(staticProperties: Properties, zone: any ZoneOffsets) -> Surroundings {
        self.changed {
            $0.staticProperties = staticProperties
            $0.staticBytes = PropertyEncoding.fragment(of: staticProperties, zone: zone)
        }
    }

    /// The same without the static properties that only a consent allows; presets never carry those without it.
    func without(_ category: ConsentCategory, zone: any ZoneOffsets) -> Surroundings {
        guard self.hasStaticDollarKey else { return self }
        var left = self.staticProperties
        for key in category.properties { left.removeValue(forKey: key) }
        guard left.entries.count < self.staticProperties.entries.count else { return self }
        return self.with(staticProperties: left, zone: zone)
    }

    /// Whether something here tells of the person rather than the visitor.
    var tellsPerson: Bool { !self.staticProperties.isEmpty || !self.presetSource.campaign.isEmpty }

    /// The same without what is known of the person: super properties and campaign.
    func withoutPerson(at milliseconds: Int64, zone: any ZoneOffsets) -> Surroundings {
        guard self.tellsPerson else { return self }
        return self.changed {
            $0.staticProperties = [:]
            $0.staticBytes = []
            guard !$0.presetSource.campaign.isEmpty else { return }
            $0.presetSource.campaign = Properties()
            $0.presets = Presets($0.presetSource, at: milliseconds, zone: zone)
        }
    }

    /// The same with other code of the app's.
    func with(callouts: Callouts) -> Surroundings {
        self.changed { $0.callouts = callouts }
    }

    /// The same with events marked or not.
    func with(marksEvents: Bool) -> Surroundings {
        self.changed { $0.marksEvents = marksEvents }
    }

    /// The same with another first day.
    func with(firstDay: String, at milliseconds: Int64, zone: any ZoneOffsets) -> Surroundings {
        self.changed {
            $0.presetSource.firstDay = firstDay
            $0.take(Presets($0.presetSource, at: milliseconds, zone: zone), zone: zone)
        }
    }

    /// The same once super properties and presets are known.
    var completed: Surroundings { self.changed { $0.isComplete = true } }

    /// The same with other presets.
    ///
    /// Where the zone has changed, the dates among the static properties are written anew.
    func with(presets: Presets, zone: any ZoneOffsets) -> Surroundings {
        self.changed { $0.take(presets, zone: zone) }
    }

    /// The same with an event's presets, where those tell that the zone may have changed.
    func following(_ presets: Presets, zone: any ZoneOffsets) -> Surroundings {
        // A zone of two offsets writes no other dates in its other one, but which zone it is nobody can tell.
        guard self.hasStaticDate, presets.zoneOffset != self.presets.zoneOffset else { return self }
        return self.with(presets: presets, zone: zone)
    }

    /// The same with other facts of the device.
    func with(facts: DeviceFacts, install: String, at milliseconds: Int64, zone: any ZoneOffsets) -> Surroundings {
        self.changed {
            $0.presetSource.facts = facts
            $0.take(Presets($0.presetSource, at: milliseconds, zone: zone), zone: zone)
            $0.library = Library(facts, install: install)
        }
    }

    /// The same in another installation.
    func with(install: String, at milliseconds: Int64, zone: any ZoneOffsets) -> Surroundings {
        self.with(facts: self.presetSource.facts, install: install, at: milliseconds, zone: zone)
    }

    /// The same on a device of other ids, or in another context.
    func with(
        device: DeviceIDs,
        context: Properties,
        campaign: Properties,
        at milliseconds: Int64,
        zone: any ZoneOffsets
    ) -> Surroundings {
        self.changed {
            $0.presetSource.device = device
            $0.presetSource.context = context
            $0.presetSource.campaign = campaign
            $0.take(Presets($0.presetSource, at: milliseconds, zone: zone), zone: zone)
        }
    }

    /// The presets at an instant: the ones at hand where they hold.
    func presets(at milliseconds: Int64, zone: any ZoneOffsets) -> Presets {
        if self.presets.fresh.contains(milliseconds) { return self.presets }
        if let renewed = self.presets.renewed(at: milliseconds, zone: zone) { return renewed }
        return Presets(self.presetSource, at: milliseconds, zone: zone)
    }
}

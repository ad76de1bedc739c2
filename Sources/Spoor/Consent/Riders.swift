/// What may ride on an event beside what its own kind of consent allows.
struct Riders: Equatable, Sendable {
    /// Where the device is.
    let hasLocation: Bool

    /// What is known of the person: login, bound ids, the campaign that brought the person here, and super properties.
    var hasPerson: Bool

    /// Who is recorded, as far as consent decides: what was known before a refusal is not known after it.
    let era: ConsentEra

    /// Whether nothing rides here that may not ride there.
    func fit(in other: Riders) -> Bool {
        (other.hasLocation || !self.hasLocation) && (other.hasPerson || !self.hasPerson) && other.era == self.era
    }
}

/// How often person and visitor were taken back, so that what was begun before it is not taken for what came after it.
struct ConsentEra: Equatable, Sendable {
    /// How often analytics was refused, or the person forgotten.
    var person: UInt32 = 0

    /// How often the visitor was forgotten.
    var visitor: UInt32 = 0
}

extension EventDraft {
    /// Takes away what tells of the person rather than the visitor; what the event takes from its tracker is taken away
    /// by ``Surroundings/withoutPerson(at:zone:)``.
    mutating func removePerson() {
        self.removeLaunchLink()
        guard let shown = self.shown else { return }
        // A hook was shown all that was known when it ran, whatever is known now. What it changed is its own word.
        for properties in [shown.presetSource.campaign, shown.staticProperties] { self.removeOwn(properties) }
    }

    /// Takes away what the link says that opened the app.
    mutating func removeLaunchLink() {
        guard let link = self.launchLink else { return }
        self.removeOwn(link.properties)
        self.launchLink = nil
    }

    private mutating func removeOwn(_ properties: Properties) {
        for entry in properties.entries where self.own[entry.key] == entry.value {
            self.own.removeValue(forKey: entry.key)
        }
    }
}

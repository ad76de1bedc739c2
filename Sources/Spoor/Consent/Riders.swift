/// What may ride on an event beside what its own kind of consent allows.
struct Riders: Equatable, Sendable {
    /// Where the device is.
    let hasLocation: Bool

    /// What is known of the person: login, bound ids, the campaign that brought the person here, and super properties.
    let hasPerson: Bool

    /// Whether nothing rides here that may not ride there.
    func fit(in other: Riders) -> Bool {
        (other.hasLocation || !self.hasLocation) && (other.hasPerson || !self.hasPerson)
    }
}

extension EventDraft {
    /// Takes away what tells of the person rather than the visitor; what the event takes from its tracker is taken away
    /// by ``Surroundings/withoutPerson(at:zone:)``.
    ///
    /// - Parameter surroundings: those that an event hook was shown.
    mutating func removePerson(_ surroundings: Surroundings) {
        self.removeLaunchLink()
        guard self.isComplete else { return }
        // A hook was shown all of it. What it changed is its own word.
        for properties in [surroundings.presetSource.campaign, surroundings.staticProperties] {
            self.removeOwn(properties)
        }
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

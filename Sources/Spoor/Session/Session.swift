import SpoorWire

/// One session: what a person does without a long break.
struct Session: Equatable, Sendable {
    /// The session's id; no other session has it.
    let id: String

    /// When it began.
    let began: Moment

    /// When something happened in it last.
    var last: Moment

    /// Whether it began in an earlier run, so that how long it lasts is known by the wall clock alone.
    let isRestored: Bool

    init(id: String, at moment: Moment) {
        self.id = id
        self.began = moment
        self.last = moment
        self.isRestored = false
    }

    /// Takes up a session of an earlier run.
    ///
    /// - Returns: nil where there is none.
    init?(_ saved: JSONValue?, at moment: Moment) {
        guard let saved, let id = saved["id"]?.stringValue, let began = saved["began"]?.int64Value,
            let last = saved["last"]?.int64Value, began <= last
        else { return nil }
        self.id = id
        self.began = moment.moved(toWall: began)
        self.last = moment.moved(toWall: last)
        self.isRestored = true
    }

    /// What the state file keeps.
    var json: JSONValue {
        .object([
            (key: "id", value: .string(self.id)),
            (key: "began", value: .number(String(self.began.wall))),
            (key: "last", value: .number(String(self.last.wall))),
        ])
    }

    /// How long it lasted since the person agreed that it is told.
    ///
    /// Nil where only the wall clock could tell (O-13), and where nothing happened in it since.
    func duration(since consent: Moment) -> Duration? {
        guard !self.isRestored, consent.continuous <= self.last.continuous else { return nil }
        return self.last.continuous - max(self.began.continuous, consent.continuous)
    }
}

extension Moment {
    /// The instant at which the wall clock showed `wall`, if nobody changed it since.
    fileprivate func moved(toWall wall: Int64) -> Moment {
        let (milliseconds, overflow) = self.wall.subtractingReportingOverflow(wall)
        let distance = Duration.milliseconds(overflow ? .max : milliseconds)
        return Moment(uptime: self.uptime - distance, continuous: self.continuous - distance, wall: wall)
    }
}

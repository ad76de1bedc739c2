import SpoorWire

/// What only the app can tell, and events carry only because it did.
extension Tracker {
    /// Tells where the device is; events carry it until ``clearLocation()`` or the end of the process.
    ///
    /// Without consent for ``ConsentCategory/location`` no event carries it. Spoor never asks the system for a place. They carry millionths of degrees, as whole numbers.
    ///
    /// - Parameters:
    ///   - latitude: degrees, -90 to 90, north positive.
    ///   - longitude: degrees, -180 to 180, east positive.
    ///   - coordinateSystem: what the degrees refer to.
    public func setLocation(latitude: Double, longitude: Double, coordinateSystem: String = "WGS84") {
        guard
            let location = GeoLocation(latitude: latitude, longitude: longitude, coordinateSystem: coordinateSystem)
        else {
            self.warn(
                "setLocation was ignored: latitude \(latitude) must be within ±90 and longitude \(longitude) within ±180."
            )
            return
        }
        self.changeContext { $0.location = location }
    }

    /// Takes the location away from later events.
    public func clearLocation() {
        self.changeContext { $0.location = nil }
    }

    /// Tells how the screen is held; events carry it as `$screen_orientation`.
    ///
    /// - Parameter orientation: how; nil takes it away from later events.
    public func setScreenOrientation(_ orientation: ScreenOrientation?) {
        self.changeContext { $0.context.orientation = orientation }
    }

    private func changeContext(_ change: @escaping @Sendable (inout TrackerState) -> Void) {
        _ = self.whenReady { state in
            change(&state)
            self.refreshContext(&state)
            return .dropped(.unchanged)
        }
    }

    /// Makes the presets anew after a change of location, orientation, campaign or the device's ids.
    func refreshContext(_ state: inout TrackerState) {
        state.surroundings = state.surroundings.with(
            device: state.who.device,
            context: state.context.properties(state.consent.allows(.location) ? state.location : nil),
            campaign: state.context.campaign.latest,
            at: self.environment.scheduler.wallMilliseconds,
            zone: self.environment.zone
        )
    }
}

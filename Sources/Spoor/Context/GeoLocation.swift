import SpoorWire

/// Where the device is, as the app said.
struct GeoLocation: Equatable, Sendable {
    /// Degrees × 10⁶, north positive.
    let latitude: Int64

    /// Degrees × 10⁶, east positive.
    let longitude: Int64

    /// What the degrees refer to.
    let coordinateSystem: String

    /// A place; nil for one that is not on Earth.
    init?(latitude: Double, longitude: Double, coordinateSystem: String) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = Int64((latitude * 1_000_000).rounded())
        self.longitude = Int64((longitude * 1_000_000).rounded())
        self.coordinateSystem = Limits.truncated(coordinateSystem, limit: 256)
    }

    /// The place as presets carry it (sensors protocol, 2.3).
    var properties: Properties {
        var properties = Properties()
        properties["$latitude"] = .integer(self.latitude)
        properties["$longitude"] = .integer(self.longitude)
        properties["$geo_coordinate_system"] = .string(self.coordinateSystem)
        return properties
    }
}

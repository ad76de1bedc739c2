import SpoorWire

/// What an event takes from its tracker besides identity: replaced as a whole, never changed, so that a recording thread
/// reads it without holding a lock.
final class Surroundings: Sendable {
    /// The static super properties (001 §3.3.2).
    let staticProperties: Properties

    /// The same, encoded, without braces.
    let staticBytes: [UInt8]

    /// The provider of the dynamic super properties, called on the recording thread.
    let dynamic: (@Sendable () -> Properties)?

    /// What the presets are made of.
    let presetSource: Presets.Source

    /// The presets for now.
    let presets: Presets

    /// The part of each event that says who recorded it: `"lib":{…},"_install":"…",`.
    let libraryBytes: [UInt8]

    private init(
        staticProperties: Properties,
        staticBytes: [UInt8],
        dynamic: (@Sendable () -> Properties)?,
        presetSource: Presets.Source,
        presets: Presets,
        libraryBytes: [UInt8]
    ) {
        self.staticProperties = staticProperties
        self.staticBytes = staticBytes
        self.dynamic = dynamic
        self.presetSource = presetSource
        self.presets = presets
        self.libraryBytes = libraryBytes
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
            staticProperties: [:],
            staticBytes: [],
            dynamic: nil,
            presetSource: source,
            presets: Presets(source, at: milliseconds, zone: zone),
            libraryBytes: Self.libraryBytes(source.facts, install: install)
        )
    }

    /// The same with other static properties.
    func with(staticProperties: Properties, zone: any ZoneOffsets) -> Surroundings {
        Surroundings(
            staticProperties: staticProperties,
            staticBytes: PropertyEncoding.fragment(of: staticProperties, zone: zone),
            dynamic: self.dynamic,
            presetSource: self.presetSource,
            presets: self.presets,
            libraryBytes: self.libraryBytes
        )
    }

    /// The same with another provider.
    func with(dynamic: (@Sendable () -> Properties)?) -> Surroundings {
        Surroundings(
            staticProperties: self.staticProperties,
            staticBytes: self.staticBytes,
            dynamic: dynamic,
            presetSource: self.presetSource,
            presets: self.presets,
            libraryBytes: self.libraryBytes
        )
    }

    /// The same with other presets.
    func with(presets: Presets) -> Surroundings {
        Surroundings(
            staticProperties: self.staticProperties,
            staticBytes: self.staticBytes,
            dynamic: self.dynamic,
            presetSource: self.presetSource,
            presets: presets,
            libraryBytes: self.libraryBytes
        )
    }

    /// The same with other facts of the device.
    func with(facts: DeviceFacts, install: String, at milliseconds: Int64, zone: any ZoneOffsets) -> Surroundings {
        var source = self.presetSource
        source.facts = facts
        return Surroundings(
            staticProperties: self.staticProperties,
            staticBytes: self.staticBytes,
            dynamic: self.dynamic,
            presetSource: source,
            presets: Presets(source, at: milliseconds, zone: zone),
            libraryBytes: Self.libraryBytes(facts, install: install)
        )
    }

    /// The presets at an instant: the ones at hand where they hold.
    func presets(at milliseconds: Int64, zone: any ZoneOffsets) -> Presets {
        if self.presets.validity.contains(milliseconds) { return self.presets }
        return Presets(self.presetSource, at: milliseconds, zone: zone)
    }

    private static func libraryBytes(_ facts: DeviceFacts, install: String) -> [UInt8] {
        var writer = ByteWriter()
        writer.append("\"lib\":{\"$lib\":")
        writer.append(jsonString: SpoorVersion.library)
        writer.append(",\"$lib_version\":")
        writer.append(jsonString: SpoorVersion.version)
        writer.append(",\"$lib_method\":\"code\"")
        if let version = facts.appVersion {
            writer.append(",\"$app_version\":")
            writer.append(jsonString: version)
        }
        writer.append("},\"_install\":")
        writer.append(jsonString: install)
        writer.append(",")
        return writer.withBytes { [UInt8]($0) }
    }
}

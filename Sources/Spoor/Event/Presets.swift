import SpoorWire

/// The preset properties as they stand within one quarter of an hour, with their encoded form.
///
/// Clock changes, and midnight with them, fall on quarters of an hour in every zone, so within one the time-dependent
/// presets hold and an event can take the bytes as they are.
///
/// A class, so that an event holds them by one reference.
final class Presets: Sendable {
    /// Those of what the app's own code tracks, which by far the most events are.
    let plain: PresetForm

    /// How many of its bytes stand in every form, before those that not all events have alike.
    private let sharedBytes: Int

    /// The wall-clock milliseconds for which they hold.
    let validity: Range<Int64>

    /// Seconds east of Greenwich for which they hold.
    let zoneOffset: Int

    /// The wall-clock milliseconds until which the zone need not be asked again.
    let fresh: Range<Int64>

    private static let freshness: Int64 = 1_000

    private static let quarter: Int64 = 15 * 60_000

    /// What the presets are made of.
    struct Source: Sendable {
        var facts = DeviceFacts()
        var device = DeviceIDs()
        /// The local day of the first start, as `yyyy-MM-dd`.
        var firstDay = ""
        /// What the app told about the device's surroundings.
        var context = Properties()
        /// The latest campaign.
        var campaign = Properties()
    }

    init(_ source: Source, at milliseconds: Int64, zone: any ZoneOffsets) {
        let offset = zone.secondsFromGMT(atMilliseconds: milliseconds)
        let facts = source.facts
        var properties = Properties()
        properties["$lib"] = .string(SpoorVersion.library)
        properties["$lib_version"] = .string(SpoorVersion.version)
        properties["$os"] = facts.os.map { .string($0) }
        properties["$os_version"] = facts.osVersion.map { .string($0) }
        properties["$model"] = facts.model.map { .string($0) }
        properties["$manufacturer"] = facts.manufacturer.map { .string($0) }
        properties["$screen_width"] = facts.screenWidth.map { .integer(Int64($0)) }
        properties["$screen_height"] = facts.screenHeight.map { .integer(Int64($0)) }
        properties["$app_id"] = facts.appID.map { .string($0) }
        properties["$app_name"] = facts.appName.map { .string($0) }
        properties["$app_version"] = facts.appVersion.map { .string($0) }
        properties["$network_type"] = facts.networkType.map { .string($0) }
        properties["$wifi"] = facts.networkType.flatMap { $0 == "UNKNOWN" ? nil : .boolean($0 == "WIFI") }
        properties["$timezone_offset"] = .integer(Int64(-offset / 60))
        let device = source.device.preset
        properties[device.key] = .string(device.value)
        properties.merge(source.campaign, overriding: true)
        properties.merge(source.context, overriding: true)
        var writer = ByteWriter()
        var isFirst = writer.append(members: properties, zone: zone, isFirst: true)
        self.sharedBytes = writer.count
        let own = Self.ownOfTheEvent(
            method: LibraryMethod.code.name,
            isFirstDay: LocalDay.text(milliseconds, offsetSeconds: offset) == source.firstDay
        )
        isFirst = writer.append(members: own, zone: zone, isFirst: isFirst)
        properties.merge(own, overriding: true)
        self.plain = PresetForm(
            properties: properties,
            bytes: writer.bytes,
            hasDollarKeysAlone: properties.entries.allSatisfy { $0.key.utf8.first == UInt8(ascii: "$") }
        )
        let start = milliseconds.flooredDivision(by: Self.quarter).multipliedClamping(by: Self.quarter)
        self.validity = start..<start.addingClamping(Self.quarter)
        self.zoneOffset = offset
        self.fresh = milliseconds..<milliseconds.addingClamping(Self.freshness)
    }

    /// The same presets, where they still hold at an instant after the zone was asked; nil where they do not.
    ///
    /// The zone is asked once a second, so that a person who travels sees the new one (bug case O-04).
    func renewed(at milliseconds: Int64, zone: any ZoneOffsets) -> Presets? {
        guard self.validity.contains(milliseconds),
            zone.secondsFromGMT(atMilliseconds: milliseconds) == self.zoneOffset
        else { return nil }
        return Presets(self, freshFrom: milliseconds)
    }

    /// The presets of one event (sensors protocol, 2.1 and 2.3): what recorded it is told to all that are tracked, the
    /// first day to all but a login.
    func form(of draft: EventDraft) -> PresetForm {
        let method = draft.method.name
        guard method != LibraryMethod.code.name || !draft.type.tellsFirstDay else { return self.plain }
        let isFirstDay = self.plain.properties[Self.firstDay] == .boolean(true)
        let own = Self.ownOfTheEvent(method: method, isFirstDay: draft.type.tellsFirstDay ? isFirstDay : nil)
        var properties = self.plain.properties
        properties.removeValue(forKey: Self.firstDay)
        properties.merge(own, overriding: true)
        var writer = ByteWriter()
        self.plain.bytes.withUnsafeBytes {
            writer.append(bytes: UnsafeRawBufferPointer(rebasing: $0[..<self.sharedBytes]))
        }
        _ = writer.append(members: own, zone: FixedZone.gmt, isFirst: self.sharedBytes == 0)
        return PresetForm(
            properties: properties,
            bytes: writer.bytes,
            hasDollarKeysAlone: self.plain.hasDollarKeysAlone
        )
    }

    private static let firstDay = "$is_first_day"

    /// What not all events have alike; it stands last.
    private static func ownOfTheEvent(method: String, isFirstDay: Bool?) -> Properties {
        var properties = Properties()
        properties["$lib_method"] = .string(method)
        properties[Self.firstDay] = isFirstDay.map { .boolean($0) }
        return properties
    }

    private init(_ other: Presets, freshFrom milliseconds: Int64) {
        self.plain = other.plain
        self.sharedBytes = other.sharedBytes
        self.validity = other.validity
        self.zoneOffset = other.zoneOffset
        self.fresh = milliseconds..<milliseconds.addingClamping(Self.freshness)
    }
}

/// The presets as one event carries them.
struct PresetForm: Sendable {
    /// The properties, for the rare event that overrides one.
    let properties: Properties

    /// The same, encoded, without braces.
    let bytes: [UInt8]

    /// Whether every key begins with `$`, so that only such a key can override one; a campaign's own keys do not.
    let hasDollarKeysAlone: Bool
}

extension EventType {
    /// Whether an event of the type says whether it is the first day (sensors protocol, 2.3).
    var tellsFirstDay: Bool { self == .track || self == .trackIDBind || self == .trackIDUnbind }
}

/// Local calendar days as text.
enum LocalDay {
    /// The day of an instant, as `yyyy-MM-dd`.
    static func text(_ milliseconds: Int64, offsetSeconds: Int) -> String {
        var writer = ByteWriter()
        WireDate.append(milliseconds: milliseconds, offsetSeconds: offsetSeconds, to: &writer)
        return writer.withBytes { bytes in
            String(decoding: bytes.prefix(while: { $0 != UInt8(ascii: " ") }), as: UTF8.self)
        }
    }
}

extension Int64 {
    fileprivate func flooredDivision(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = self.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }

    fileprivate func multipliedClamping(by factor: Int64) -> Int64 {
        let (product, overflow) = self.multipliedReportingOverflow(by: factor)
        return overflow ? (self < 0 ? .min : .max) : product
    }

    fileprivate func addingClamping(_ other: Int64) -> Int64 {
        let (sum, overflow) = self.addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}

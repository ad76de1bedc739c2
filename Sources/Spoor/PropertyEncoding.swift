import SpoorWire

/// How the layers of an event's properties become one JSON object.
///
/// Priority, highest first: the event's own, dynamic, static, preset (001 §3.3.3). A key is written once, by the highest
/// layer that has it. Layers that cannot collide are copied as bytes.
enum PropertyEncoding {
    /// The properties as `"key":value,…`, without braces.
    static func fragment(of properties: Properties, zone: any ZoneOffsets) -> [UInt8] {
        var writer = ByteWriter()
        _ = writer.append(members: properties, zone: zone, isFirst: true)
        return writer.bytes
    }

    /// Writes one object with every layer.
    ///
    /// - Parameters:
    ///   - own: the event's own properties, checked.
    ///   - dynamic: what the dynamic provider answered, checked.
    ///   - surroundings: the static properties.
    ///   - presets: the preset properties as they stand at the event's time.
    ///   - zone: the zone in which dates are written.
    ///   - writer: where the object goes.
    static func append(
        own: Properties,
        dynamic: Properties,
        surroundings: Surroundings,
        presets: Presets,
        zone: any ZoneOffsets,
        to writer: inout ByteWriter
    ) {
        writer.append(byte: UInt8(ascii: "{"))
        var isFirst = writer.append(members: own, zone: zone, isFirst: true)
        for entry in dynamic.entries where own[entry.key] == nil {
            self.append(entry, isFirst: &isFirst, zone: zone, to: &writer)
        }
        let upper = [own, dynamic]
        self.append(
            layer: surroundings.staticProperties,
            encoded: surroundings.staticBytes,
            below: upper,
            isFirst: &isFirst,
            zone: zone,
            to: &writer
        )
        let mayOverridePresets =
            own.hasDollarKey || dynamic.hasDollarKey || surroundings.staticProperties.hasDollarKey
        self.append(
            layer: presets.properties,
            encoded: presets.bytes,
            below: mayOverridePresets ? upper + [surroundings.staticProperties] : [],
            isFirst: &isFirst,
            zone: zone,
            to: &writer
        )
        writer.append(byte: UInt8(ascii: "}"))
    }

    private static func append(
        layer: Properties,
        encoded: [UInt8],
        below upper: [Properties],
        isFirst: inout Bool,
        zone: any ZoneOffsets,
        to writer: inout ByteWriter
    ) {
        guard !layer.isEmpty else { return }
        let collides = upper.contains { other in other.entries.contains { layer[$0.key] != nil } }
        guard collides else {
            if !isFirst { writer.append(byte: UInt8(ascii: ",")) }
            isFirst = false
            encoded.withUnsafeBytes { writer.append(bytes: $0) }
            return
        }
        for entry in layer.entries where !upper.contains(where: { $0[entry.key] != nil }) {
            self.append(entry, isFirst: &isFirst, zone: zone, to: &writer)
        }
    }

    private static func append(
        _ entry: Properties.Entry,
        isFirst: inout Bool,
        zone: any ZoneOffsets,
        to writer: inout ByteWriter
    ) {
        if !isFirst { writer.append(byte: UInt8(ascii: ",")) }
        isFirst = false
        writer.append(jsonString: entry.key)
        writer.append(byte: UInt8(ascii: ":"))
        writer.append(json: entry.value, key: entry.key, zone: zone)
    }
}

extension Properties {
    /// Whether a key begins with `$`: only such a key can override a preset.
    var hasDollarKey: Bool {
        self.entries.contains { $0.key.utf8.first == UInt8(ascii: "$") }
    }
}

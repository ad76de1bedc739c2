import SpoorWire

/// The layers of one event's properties, highest first (001 §3.3.3).
struct PropertyLayers {
    /// What a module imposes.
    var above: Properties
    /// The event's own.
    var own: Properties
    /// What the dynamic provider answered.
    var dynamic: Properties
    /// Where the static super properties are; nil where the event carries none.
    var surroundings: Surroundings?
    /// What only presets yield to.
    var below: Properties
    /// The presets at the event's time; nil where the event carries none.
    var presets: PresetForm?
}

/// How the layers of an event's properties become one JSON object.
///
/// A name is written once, letter case aside, by the highest layer that has it. Layers that cannot collide are copied as bytes.
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
    ///   - layers: the properties; checked, except presets, which are our own.
    ///   - zone: the zone in which dates are written.
    ///   - writer: where the object goes.
    static func append(_ layers: PropertyLayers, zone: any ZoneOffsets, to writer: inout ByteWriter) {
        writer.append(byte: UInt8(ascii: "{"))
        var merge = Merge(zone: zone)
        merge.append(layers.above, encoded: nil, to: &writer)
        merge.append(layers.own, encoded: nil, to: &writer)
        merge.append(layers.dynamic, encoded: nil, to: &writer)
        if let surroundings = layers.surroundings {
            merge.append(surroundings.staticProperties, encoded: surroundings.staticBytes, to: &writer)
        }
        merge.append(layers.below, encoded: nil, to: &writer)
        if let presets = layers.presets {
            if presets.hasDollarKeysAlone { merge.upper.removeAll { !$0.hasDollarKey } }
            merge.append(presets.properties, encoded: presets.bytes, to: &writer)
        }
        writer.append(byte: UInt8(ascii: "}"))
    }

    /// Writes one object of properties and of encoded ones whose keys all differ from theirs.
    static func append(
        _ own: Properties,
        followedBy encoded: [UInt8],
        zone: any ZoneOffsets,
        to writer: inout ByteWriter
    ) {
        writer.append(byte: UInt8(ascii: "{"))
        let isFirst = writer.append(members: own, zone: zone, isFirst: true)
        if !isFirst, !encoded.isEmpty { writer.append(byte: UInt8(ascii: ",")) }
        encoded.withUnsafeBytes { writer.append(bytes: $0) }
        writer.append(byte: UInt8(ascii: "}"))
    }

    /// What has been written so far.
    private struct Merge {
        let zone: any ZoneOffsets
        var upper: [Properties] = []
        var isFirst = true

        init(zone: any ZoneOffsets) {
            self.zone = zone
        }

        mutating func append(_ layer: Properties, encoded: [UInt8]?, to writer: inout ByteWriter) {
            // An event that is too large is refused: the rest need not be written.
            guard !layer.isEmpty, writer.count <= Limits.maxEventBytes else { return }
            defer { self.upper.append(layer) }
            let known = NamePlaces(self.upper, toFind: layer.count)
            guard self.collides(layer, known) else {
                if let encoded {
                    if !self.isFirst { writer.append(byte: UInt8(ascii: ",")) }
                    self.isFirst = false
                    encoded.withUnsafeBytes { writer.append(bytes: $0) }
                } else {
                    self.isFirst = writer.append(members: layer, zone: self.zone, isFirst: self.isFirst)
                }
                return
            }
            for entry in layer.entries where !self.isWritten(entry.key, known) {
                guard writer.count <= Limits.maxEventBytes else { return }
                if !self.isFirst { writer.append(byte: UInt8(ascii: ",")) }
                self.isFirst = false
                writer.append(jsonString: entry.key)
                writer.append(byte: UInt8(ascii: ":"))
                writer.append(json: entry.value, key: entry.key, zone: self.zone)
            }
        }

        private func collides(_ layer: Properties, _ known: NamePlaces?) -> Bool {
            if let known { return layer.entries.contains { known.contains($0.key) } }
            return self.upper.contains { other in other.entries.contains { layer.hasName($0.key) } }
        }

        private func isWritten(_ key: String, _ known: NamePlaces?) -> Bool {
            known?.contains(key) ?? self.upper.contains { $0.hasName(key) }
        }
    }
}

extension Properties {
    /// Whether a key begins with `$`: only such a key can override a preset.
    var hasDollarKey: Bool {
        self.entries.contains { entry in
            // A bridged string has no contiguous storage; for all others this is a load and a comparison.
            entry.key.utf8.withContiguousStorageIfAvailable { $0.first == UInt8(ascii: "$") }
                ?? (entry.key.utf8.first == UInt8(ascii: "$"))
        }
    }

    /// Whether a value is written in a zone.
    var hasDate: Bool {
        self.entries.contains { entry in
            switch entry.value {
            case .date, .datedList: true
            case .string, .integer, .unsigned, .number, .boolean, .list: false
            }
        }
    }
}

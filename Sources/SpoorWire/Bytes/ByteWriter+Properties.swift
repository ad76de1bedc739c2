extension ByteWriter {
    /// Appends a property's value; text is cut to the limit of `key`, dates are shown in `zone`.
    public mutating func append(json value: PropertyValue, key: String, zone: some ZoneOffsets) {
        switch value {
        case .string(let text): self.append(limited: text, key: key)
        case .integer(let number): self.append(json: number)
        case .unsigned(let number): self.append(json: number)
        case .number(let number): self.append(json: number)
        case .boolean(let flag): self.append(json: flag)
        case .date(let milliseconds): self.append(date: milliseconds, zone: zone)
        case .list(let texts):
            self.append(byte: UInt8(ascii: "["))
            for index in texts.indices {
                if index > 0 { self.append(byte: UInt8(ascii: ",")) }
                self.append(limited: texts[index], key: key)
            }
            self.append(byte: UInt8(ascii: "]"))
        case .datedList(let elements): self.append(elements, key: key, zone: zone)
        }
    }

    private mutating func append(_ elements: [PropertyValue.Element], key: String, zone: some ZoneOffsets) {
        self.append(byte: UInt8(ascii: "["))
        for index in elements.indices {
            if index > 0 { self.append(byte: UInt8(ascii: ",")) }
            switch elements[index] {
            case .text(let text): self.append(limited: text, key: key)
            case .date(let milliseconds): self.append(date: milliseconds, zone: zone)
            }
        }
        self.append(byte: UInt8(ascii: "]"))
    }

    private mutating func append(date milliseconds: Int64, zone: some ZoneOffsets) {
        self.append(byte: UInt8(ascii: "\""))
        let offset = zone.secondsFromGMT(atMilliseconds: milliseconds)
        WireDate.append(milliseconds: milliseconds, offsetSeconds: offset, to: &self)
        self.append(byte: UInt8(ascii: "\""))
    }

    /// Appends all properties as one JSON object.
    public mutating func append(properties: Properties, zone: some ZoneOffsets) {
        self.append(byte: UInt8(ascii: "{"))
        self.append(members: properties, zone: zone, isFirst: true)
        self.append(byte: UInt8(ascii: "}"))
    }

    /// Appends properties as members of an object that the caller opens and closes.
    ///
    /// - Parameters:
    ///   - properties: The members; one that is not a finite number is skipped.
    ///   - zone: The zone that dates are shown in.
    ///   - isFirst: False when members stand before, so that a comma is needed.
    /// - Returns: True when the next member is still the first of its object.
    @discardableResult
    public mutating func append(members properties: Properties, zone: some ZoneOffsets, isFirst: Bool) -> Bool {
        var isFirst = isFirst
        for index in properties.entries.indices {
            let entry = properties.entries[index]
            guard entry.value.isWritable else { continue }
            // An event of which this is a part is refused, so the rest need not be written.
            guard self.count <= Limits.maxEventBytes else { break }
            if !isFirst { self.append(byte: UInt8(ascii: ",")) }
            isFirst = false
            self.append(jsonString: entry.key)
            self.append(byte: UInt8(ascii: ":"))
            self.append(json: entry.value, key: entry.key, zone: zone)
        }
        return isFirst
    }

    @inline(__always)
    private mutating func append(limited text: String, key: String) {
        if text.utf8.count > Limits.maxStringUnits {
            self.append(jsonString: Limits.truncated(text, limit: Limits.maxUnits(forKey: key)))
        } else {
            self.append(jsonString: text)
        }
    }
}

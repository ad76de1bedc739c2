/// Reads `application/x-www-form-urlencoded` bodies and query strings.
struct FormDecoder {
    /// The first value of each field that was asked for, percent-decoded; `+` is kept, since Base64 uses it.
    static func values(
        of names: [StaticString],
        in bytes: UnsafeRawBufferPointer
    ) throws(SensorsFormError) -> [[UInt8]?] {
        var values = [[UInt8]?](repeating: nil, count: names.count)
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "&")) ?? bytes.count
            let equals = bytes[start..<end].firstIndex(of: UInt8(ascii: "=")) ?? end
            for (index, name) in names.enumerated()
            where values[index] == nil && self.equals(bytes[start..<equals], name) {
                values[index] = try self.percentDecoded(bytes, range: min(equals + 1, end)..<end)
            }
            start = end + 1
        }
        return values
    }

    static func percentDecoded(
        _ bytes: UnsafeRawBufferPointer,
        range: Range<Int>
    ) throws(SensorsFormError) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = bytes[index]
            guard byte == UInt8(ascii: "%") else {
                result.append(byte)
                index += 1
                continue
            }
            guard index + 2 < range.upperBound, let high = JSONHex.value(of: bytes[index + 1]),
                let low = JSONHex.value(of: bytes[index + 2])
            else { throw SensorsFormError(fault: .percent(offset: index)) }
            result.append(UInt8(truncatingIfNeeded: high << 4 | low))
            index += 3
        }
        return result
    }

    private static func equals(_ bytes: Slice<UnsafeRawBufferPointer>, _ name: StaticString) -> Bool {
        bytes.elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }
}

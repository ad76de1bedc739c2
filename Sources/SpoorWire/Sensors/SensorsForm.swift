/// The request form of Sensors clients: `data` or `data_list`, `gzip` and `crc`.
public enum SensorsForm {
    /// What a request holds.
    public struct Payload: Equatable, Sendable {
        /// The JSON of one event or of an array of events.
        public var json: [UInt8]

        /// True when it came as `data_list`, which holds an array.
        public var isList: Bool
    }

    /// The checksum of a text: `h = 31 * h + unit` over its UTF-16 units, wrapping in 32 bits.
    public static func crc(_ text: String) -> Int32 {
        var hash: Int32 = 0
        for unit in text.utf16 { hash = 31 &* hash &+ Int32(unit) }
        return hash
    }

    /// Writes a form body of the JSON: `crc`, `gzip`, and `data_list` or `data`.
    ///
    /// - Parameters:
    ///   - json: One event, or an array of events when `isList`.
    ///   - isList: Whether the field is `data_list`.
    ///   - encoder: Compresses the JSON; without one it is sent as plain Base64 and `gzip=0`.
    ///   - writer: Gets the body.
    /// - Returns: False when there is no memory to compress.
    @discardableResult
    public static func append(
        json: UnsafeRawBufferPointer,
        isList: Bool = true,
        encoder: GzipEncoder?,
        to writer: inout ByteWriter
    ) -> Bool {
        var packed = ByteWriter(capacity: json.count / 4 + 64)
        if let encoder {
            guard encoder.compress(json, into: &packed) else { return false }
        } else {
            packed.append(bytes: json)
        }
        let text = packed.withBytes { Base64.encode($0) }
        writer.append("crc=")
        writer.append(json: Int64(self.crc(ascii: text)))
        writer.append(encoder == nil ? "&gzip=0&" : "&gzip=1&")
        writer.append(isList ? "data_list=" : "data=")
        for byte in text {
            switch byte {
            case UInt8(ascii: "+"): writer.append("%2B")
            case UInt8(ascii: "/"): writer.append("%2F")
            case UInt8(ascii: "="): writer.append("%3D")
            default: writer.append(byte: byte)
            }
        }
        return true
    }

    /// Reads a form body or a query string.
    ///
    /// The checksum is tested where there is one, in `crc` or in the `ext` field of JavaScript clients.
    ///
    /// - Parameters:
    ///   - bytes: The fields, still percent-encoded.
    ///   - limit: The most bytes that the data may inflate to.
    /// - Returns: The JSON, inflated.
    /// - Throws: ``SensorsFormError`` with a sentence for the sender.
    public static func decode(_ bytes: UnsafeRawBufferPointer, limit: Int) throws(SensorsFormError) -> Payload {
        let fields = try FormDecoder.values(of: ["data_list", "data", "gzip", "crc", "ext"], in: bytes)
        guard let text = fields[0] ?? fields[1] else { throw SensorsFormError(fault: .missing) }
        let packing = String(decoding: fields[2] ?? [], as: UTF8.self)
        guard packing.isEmpty || packing == "0" || packing == "1" else {
            throw SensorsFormError(fault: .packing(packing))
        }
        if let expected = try self.expectedChecksum(crc: fields[3], ext: fields[4]) {
            let computed = self.crc(String(decoding: text, as: UTF8.self))
            guard expected == computed else {
                throw SensorsFormError(fault: .checksum(expected: expected, computed: computed))
            }
        }
        guard let data = text.withUnsafeBytes({ Base64.decode($0) }) else { throw SensorsFormError(fault: .base64) }
        return Payload(json: try self.unpacked(data, isGzip: packing == "1", limit: limit), isList: fields[0] != nil)
    }

    /// Reads a form body or a query string; see the form over a buffer.
    public static func decode(_ text: String, limit: Int) throws(SensorsFormError) -> Payload {
        try Array(text.utf8).withUnsafeBufferPointer { buffer throws(SensorsFormError) in
            try self.decode(UnsafeRawBufferPointer(buffer), limit: limit)
        }
    }

    private static func unpacked(_ data: [UInt8], isGzip: Bool, limit: Int) throws(SensorsFormError) -> [UInt8] {
        // Some clients compress without saying so; the first two bytes of gzip can begin no JSON.
        guard isGzip || data.starts(with: [0x1F, 0x8B]) else {
            guard data.count <= limit else {
                throw SensorsFormError(fault: .gzip(GzipError(fault: .tooLarge(limit: limit))))
            }
            return data
        }
        do throws(GzipError) {
            return try Gzip.decompress(data, limit: limit)
        } catch {
            throw SensorsFormError(fault: .gzip(error))
        }
    }

    private static func expectedChecksum(crc: [UInt8]?, ext: [UInt8]?) throws(SensorsFormError) -> Int32? {
        var text = crc
        if text == nil, let ext {
            // A form within the form: `crc=…`.
            text = try ext.withUnsafeBufferPointer { buffer throws(SensorsFormError) in
                try FormDecoder.values(of: ["crc"], in: UnsafeRawBufferPointer(buffer))[0]
            }
        }
        guard let text, !text.isEmpty else { return nil }
        let digits = String(decoding: text, as: UTF8.self)
        guard let value = Int32(digits) else { throw SensorsFormError(fault: .checksumText(digits)) }
        return value
    }

    private static func crc(ascii bytes: [UInt8]) -> Int32 {
        var hash: Int32 = 0
        for byte in bytes { hash = 31 &* hash &+ Int32(byte) }
        return hash
    }
}

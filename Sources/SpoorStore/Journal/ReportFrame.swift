/// The body of a journal frame that holds a record of a Prism channel.
///
/// `u16` length of the type, the type, `u32` length of the meta, the meta, then the payload to the end; numbers are
/// little-endian, as in the rest of the journal. An empty payload is none.
package struct ReportFrame: Equatable, Sendable {
    /// The full type, such as `appCrash` or `shop-order`.
    package var type: String
    /// The meta: a JSON object.
    package var meta: [UInt8]
    /// The payload; nil where there is none.
    package var payload: [UInt8]?

    /// Creates a body from its parts.
    package init(type: String, meta: [UInt8], payload: [UInt8]? = nil) {
        self.type = type
        self.meta = meta
        self.payload = payload?.isEmpty == true ? nil : payload
    }

    /// The bytes; nil where the type or the meta is empty or too long to be written.
    package func encoded() -> [UInt8]? {
        let typeLength = self.type.utf8.count
        guard (1...Int(UInt16.max)).contains(typeLength), ReportFrame.isObject(self.meta[...]),
            let metaLength = UInt32(exactly: self.meta.count)
        else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(6 + typeLength + self.meta.count + (self.payload?.count ?? 0))
        withUnsafeBytes(of: UInt16(typeLength).littleEndian) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: self.type.utf8)
        withUnsafeBytes(of: metaLength.littleEndian) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: self.meta)
        if let payload = self.payload { bytes.append(contentsOf: payload) }
        return bytes
    }

    /// Reads a body.
    ///
    /// - Parameter bytes: the frame's body.
    /// - Throws: ``ReportFrameError`` for anything that ``encoded()`` does not give.
    package init(decoding bytes: UnsafeRawBufferPointer) throws(ReportFrameError) {
        let parts = try ReportParts(bytes)
        self.init(type: parts.type, meta: [UInt8](parts.meta), payload: [UInt8](parts.payload))
    }

    /// Reads a body; see the form over a buffer.
    package init(decoding bytes: [UInt8]) throws(ReportFrameError) {
        let result: Result<ReportFrame, ReportFrameError> = bytes.withUnsafeBytes { buffer in
            do throws(ReportFrameError) {
                return .success(try ReportFrame(decoding: buffer))
            } catch {
                return .failure(error)
            }
        }
        self = try result.get()
    }

    fileprivate static func isObject(_ meta: some BidirectionalCollection<UInt8>) -> Bool {
        meta.count >= 2 && meta.first == UInt8(ascii: "{") && meta.last == UInt8(ascii: "}")
    }
}

/// The parts of a frame's body, where they are; valid as long as its bytes.
struct ReportParts {
    /// The full type.
    let type: String
    /// The meta.
    let meta: UnsafeRawBufferPointer
    /// The payload; empty where there is none.
    let payload: UnsafeRawBufferPointer

    /// Takes a body apart; see ``ReportFrame/init(decoding:)-(UnsafeRawBufferPointer)``.
    init(_ bytes: UnsafeRawBufferPointer) throws(ReportFrameError) {
        guard bytes.count >= 2 else { throw .cut(part: "type's length", needed: 2, found: bytes.count) }
        let typeLength = Int(UInt16(littleEndian: bytes.loadUnaligned(as: UInt16.self)))
        guard typeLength > 0 else { throw .emptyType }
        let metaStart = 2 + typeLength + 4
        guard bytes.count >= metaStart else { throw .cut(part: "type", needed: metaStart, found: bytes.count) }
        self.type = String(decoding: bytes[2..<2 + typeLength], as: UTF8.self)
        // Decoding repairs what is no text, so the bytes are others then.
        guard self.type.utf8.elementsEqual(bytes[2..<2 + typeLength]) else { throw .typeIsNotText }
        let metaLength = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 + typeLength, as: UInt32.self))
        let rest = bytes.count - metaStart
        guard metaLength <= rest else { throw .cut(part: "meta", needed: Int(clamping: metaLength), found: rest) }
        let metaEnd = metaStart + Int(metaLength)
        self.meta = UnsafeRawBufferPointer(rebasing: bytes[metaStart..<metaEnd])
        self.payload = UnsafeRawBufferPointer(rebasing: bytes[metaEnd...])
        guard ReportFrame.isObject(self.meta) else { throw .metaIsNoObject }
    }

    /// The report id, which writers put in front; nil where the meta does not begin with it.
    var reportID: UnsafeRawBufferPointer? {
        let start = Self.idMember.utf8CodeUnitCount
        guard self.meta.count > start + 1,
            self.meta.prefix(start).elementsEqual(UnsafeRawBufferPointer(start: Self.idMember.utf8Start, count: start))
        else { return nil }
        let text = self.meta[start...].prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        // Ids are of letters, digits and a hyphen: nothing that JSON escapes.
        guard !text.isEmpty, text.endIndex < self.meta.count, self.meta[text.endIndex] == UInt8(ascii: "\"") else {
            return nil
        }
        return UnsafeRawBufferPointer(rebasing: text)
    }

    private static let idMember: StaticString = "{\"REPORT_ID\":\""
}

/// Why bytes are no body of a record's frame.
package enum ReportFrameError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The bytes end inside a part.
    case cut(part: String, needed: Int, found: Int)
    /// The type is empty.
    case emptyType
    /// The type is not valid UTF-8.
    case typeIsNotText
    /// The meta does not begin and end like a JSON object.
    case metaIsNoObject

    /// What is wrong, as a sentence.
    package var description: String {
        switch self {
        case .cut(let part, let needed, let found):
            "The stored record ends inside its \(part): \(needed) bytes are needed, \(found) are there."
        case .emptyType: "The stored record has no type."
        case .typeIsNotText: "The type of the stored record is not valid UTF-8."
        case .metaIsNoObject: "The meta of the stored record is no JSON object."
        }
    }
}

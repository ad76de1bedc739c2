import SpoorStore
import SpoorWire

/// A record in the form of the journal: what stands in front is written when its number is known.
struct ReportBytes: Sendable {
    /// How dear the record is.
    let recordClass: RecordClass

    /// When it was made, in milliseconds since 1970.
    let milliseconds: Int64

    /// The meta without its opening brace, then the payload.
    let body: [UInt8]

    /// Whether it names the person, as the SDK knows who is using the app.
    let namesPerson: Bool

    private let type: [UInt8]
    private let metaBytes: Int
    private let createTime: Int64

    /// Takes a composed record; the bytes are copied here, once.
    init(_ report: ReportComposer.Report, as recordClass: RecordClass, at milliseconds: Int64) {
        self.recordClass = recordClass
        self.milliseconds = milliseconds
        self.namesPerson = report.namesPerson
        self.createTime = report.ownTime ?? milliseconds
        self.type = Array(report.type.utf8)
        self.metaBytes = report.meta.count - 1
        var body: [UInt8] = []
        body.reserveCapacity(self.metaBytes + (report.payload?.count ?? 0))
        body += report.meta.dropFirst()
        if let payload = report.payload { body += payload }
        self.body = body
    }

    /// The same without the person; itself where it names none.
    var withoutPerson: ReportBytes {
        guard self.namesPerson, case .object(let members)? = try? JSONValue(parsing: self.metaText) else { return self }
        let left = members.filter { $0.key != CommonFields.userKey }
        return ReportBytes(self, meta: Array(JSONValue.object(left).jsonText.utf8))
    }

    private var metaText: [UInt8] { [UInt8(ascii: "{")] + self.body.prefix(self.metaBytes) }

    private init(_ other: ReportBytes, meta: [UInt8]) {
        self.recordClass = other.recordClass
        self.milliseconds = other.milliseconds
        self.namesPerson = false
        self.createTime = other.createTime
        self.type = other.type
        self.metaBytes = meta.count - 1
        self.body = Array(meta.dropFirst()) + other.body.dropFirst(other.metaBytes)
    }

    /// Room for what ``writeHead(sequence:producer:into:)`` writes.
    func headRoom(producer: [UInt8]) -> Int {
        2 + self.type.count + 4 + Self.idKey.utf8CodeUnitCount + producer.count + Self.timeKey.utf8CodeUnitCount + 42
    }

    /// Writes what stands in front of the body: type, lengths, and the first two members of the meta.
    ///
    /// - Returns: how many bytes it has.
    func writeHead(sequence: UInt64, producer: [UInt8], into target: UnsafeMutableRawBufferPointer) -> Int {
        var writer = HeadWriter(target)
        writer.write(little: UInt16(truncatingIfNeeded: self.type.count))
        writer.write(self.type)
        let lengthPlace = writer.count
        writer.write(little: UInt32(0))
        let start = writer.count
        writer.write(Self.idKey)
        writer.write(producer)
        writer.write(byte: UInt8(ascii: "-"))
        writer.write(decimal: sequence)
        writer.write(Self.timeKey)
        if self.createTime < 0 { writer.write(byte: UInt8(ascii: "-")) }
        writer.write(decimal: self.createTime.magnitude)
        writer.write(byte: UInt8(ascii: ","))
        let meta = UInt32(truncatingIfNeeded: writer.count - start + self.metaBytes)
        target.storeBytes(of: meta.littleEndian, toByteOffset: lengthPlace, as: UInt32.self)
        return writer.count
    }

    private static let idKey: StaticString = "{\"REPORT_ID\":\""
    private static let timeKey: StaticString = "\",\"CREATE_TIME\":"
}

/// Writes into memory that is large enough, without asking for more: it is used with the journal's lock held.
private struct HeadWriter {
    private let target: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    init(_ target: UnsafeMutableRawBufferPointer) {
        self.target = target
    }

    mutating func write(byte: UInt8) {
        self.target[self.count] = byte
        self.count += 1
    }

    mutating func write(_ bytes: [UInt8]) {
        for byte in bytes { self.write(byte: byte) }
    }

    mutating func write(_ text: StaticString) {
        let start = text.utf8Start
        for index in 0..<text.utf8CodeUnitCount { self.write(byte: start[index]) }
    }

    mutating func write(little number: some FixedWidthInteger) {
        self.target.storeBytes(of: number.littleEndian, toByteOffset: self.count, as: type(of: number))
        self.count += number.bitWidth / 8
    }

    mutating func write(decimal number: UInt64) {
        var divisor: UInt64 = 1
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            self.write(byte: UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }
}

/// Why records could not be made a packet, or a packet could not be read.
public struct PacketError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A part of a packet.
    public enum Part: Equatable, Sendable {
        /// The whole.
        case packet

        /// The block of all metas.
        case metas

        /// A payload's block, counted from 0.
        case payload(Int)
    }

    /// What is wrong.
    ///
    /// Records, lines and payloads are counted from 0.
    public enum Fault: Equatable, Sendable {
        /// What is to be encoded does not fit the packet's length fields: split the records.
        case tooLarge(Part, bytes: Int, limit: Int)

        /// More payloads than the packet's form can count: split the records.
        case tooManyPayloads(count: Int, limit: Int)

        /// Two records of one packet cannot be told apart by the hash of their report ids: split the records.
        case collision(first: Int, second: Int)

        /// A record's meta is empty.
        case emptyMeta(record: Int)

        /// A record's meta holds a line break, which JSON escapes.
        case lineBreak(record: Int)

        /// A record's meta does not name its report id, by which its payload is found.
        case reportID(record: Int)

        /// Version 1 matches payloads by position, so each record needs one.
        case noPayload(record: Int)

        /// The bytes do not begin as a packet does.
        case notPacket

        /// A packet of another version.
        case version(UInt8)

        /// A packet with flags that are not known.
        case flags(UInt8)

        /// The packet ends before its lengths say.
        case truncated(needed: Int, found: Int)

        /// The packet goes on after its lengths say.
        case trailing(bytes: Int)

        /// The checksum does not fit the bytes.
        case checksum(expected: UInt32, computed: UInt32)

        /// A received packet is larger than the receiver's limit, as sent or inflated.
        case overLimit(Part, limit: Int)

        /// A received packet has more records than the receiver's limit.
        case tooManyRecords(limit: Int)

        /// A block cannot be inflated.
        case damaged(Part, GzipError)

        /// A line between two metas is empty.
        case emptyLine(Int)

        /// The packet of version 1 has not one payload for each meta.
        case payloadCount(metas: Int, payloads: Int)

        /// No meta of the packet has the payload's report id.
        case unmatchedPayload(Int)

        /// Several metas, or several payloads, of the packet share the payload's report id.
        case ambiguousPayload(Int)

        /// A block is neither plain nor opens with one of the shared keys.
        case unopened(sharedKeys: Int)

        /// A block cannot be encrypted or opened.
        case crypto(CryptoError)

        /// There is no memory to compress.
        case memory
    }

    /// What is wrong.
    public let fault: Fault

    /// Creates an error.
    public init(fault: Fault) { self.fault = fault }

    /// Does what may fail in cryptography, and says so as a packet's error.
    static func wrap<Result: ~Copyable>(
        _ body: () throws(CryptoError) -> Result
    ) throws(PacketError) -> Result {
        do throws(CryptoError) {
            return try body()
        } catch {
            throw PacketError(fault: .crypto(error))
        }
    }

    /// True when fewer records in one packet help.
    public var asksToSplit: Bool {
        switch self.fault {
        case .tooLarge, .tooManyPayloads, .collision: true
        default: false
        }
    }

    /// The record that cannot be encoded, whatever it is sent with; counted from 0.
    public var record: Int? {
        switch self.fault {
        case .emptyMeta(let record), .lineBreak(let record), .reportID(let record), .noPayload(let record): record
        default: nil
        }
    }
}

extension PacketError.Part: CustomStringConvertible {
    /// The part's name.
    public var description: String {
        switch self {
        case .packet: "packet"
        case .metas: "block of metas"
        case .payload(let index): "payload \(index)"
        }
    }
}

extension PacketError {
    /// What is wrong, and what to do.
    public var description: String {
        switch self.fault {
        case .tooLarge(let part, let bytes, let limit):
            "The \(part) has \(bytes) bytes, but the packet's form has room for \(limit); split the records."
        case .tooManyPayloads(let count, let limit):
            "\(count) payloads are more than the \(limit) that the packet's form can count; split the records."
        case .collision(let first, let second):
            "Records \(first) and \(second) share the hash of their report ids; send them in two packets."
        case .emptyMeta(let record):
            "The meta of record \(record) is empty; it must be a JSON object."
        case .lineBreak(let record):
            "The meta of record \(record) holds a line break, which divides metas; encode it as JSON without blanks."
        case .reportID(let record):
            "The meta of record \(record) does not begin an object with its REPORT_ID; put it there."
        case .noPayload(let record):
            "Record \(record) has no payload, but packets of version 1 match by position; send it to the meta endpoint."
        default:
            self.readingDescription
        }
    }

    private var readingDescription: String {
        switch self.fault {
        case .notPacket:
            "The bytes do not begin with 'SPOR' as a packet does; send packets of version 2 here."
        case .version(let version):
            "The packet has version \(version), which this reader does not know; update it."
        case .flags(let flags):
            "The packet has the flags \(flags), which this reader does not know; update it."
        case .truncated(let needed, let found):
            "The packet ends too early: \(needed) bytes are needed where \(found) are left; send it whole."
        case .trailing(let bytes):
            "The packet goes on for \(bytes) bytes after its lengths end; send one packet."
        case .checksum(let expected, let computed):
            "The packet's checksum is \(expected), but its bytes give \(computed): it changed on its way, send it again."
        case .overLimit(let part, let limit):
            "The \(part) takes more than the \(limit) bytes that are accepted; send smaller packets."
        case .tooManyRecords(let limit):
            "The packet has more than the \(limit) records that are accepted; send smaller packets."
        case .damaged(let part, let error):
            "The \(part) cannot be inflated. \(error.description)"
        case .emptyLine(let line):
            "Line \(line) of the metas is empty; join the metas by single line breaks."
        case .payloadCount(let metas, let payloads):
            "The packet has \(metas) metas but \(payloads) payloads, which version 1 cannot match; send one for each."
        case .unmatchedPayload(let index):
            "Payload \(index) belongs to none of the packet's metas; send it with its meta."
        case .ambiguousPayload(let index):
            "Payload \(index) belongs to several of the packet's metas; send these in packets of their own."
        case .unopened(let keys):
            "The block of metas is neither gzip nor opens with one of \(keys) shared keys; check the key, or send it again."
        case .crypto(let error):
            error.description
        default:
            "There is no memory to compress the packet; try again later."
        }
    }
}

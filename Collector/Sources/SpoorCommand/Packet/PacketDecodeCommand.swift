import CollectorCore
import CommandLineKit
import Foundation
import SpoorWire

/// `spoor packet decode`: shows what a body of a channel holds.
enum PacketDecodeCommand {
    private static let file = Argument("FILE", help: "The body as it was sent; '-' reads standard input.")
    private static let keys = Option.texts(
        "key",
        "KEY",
        help: "A key to try: a file of 'opening ID BASE64' and 'shared ID BASE64' lines, a key file of a data folder, "
            + "'ID:BASE64', or the Base64 text alone."
    )
    private static let data = Option.text("data", "DIR", help: "A collector's data folder, whose keys are tried.")
    private static let project = CollectorOptions.project(default: "default", help: "The project of those keys.")
    private static let payload = Option<Int?>.custom(
        "payload",
        "NUMBER",
        expected: "a whole number from 0",
        help: "Writes only this record's payload, counted from 0 over all records; needs --out."
    ) { text in Int(text).flatMap { $0 >= 0 ? $0 : nil } }
    private static let out = Option.text("out", "FILE", help: "Where --payload is written.")

    static let subcommand = Subcommand(
        command: Command(
            "decode",
            summary: "Shows a packet's version, key, sizes, metas and payloads.",
            discussion: "It recognises packets of version 2, packets and metas of version 1, and bodies of native "
                + "events, encrypted or not. What needs no key is shown also where no key opens the rest.",
            arguments: [Self.file],
            options: [Self.keys, Self.data, Self.project, Self.payload, Self.out],
            examples: [
                Command.Example("spoor packet decode body.bin --data ./spoor-data --project shop", "Uses its keys."),
                Command.Example("spoor packet decode - --key k1:zN3…= < body.bin", "Uses one shared key."),
                Command.Example(
                    "spoor packet decode body.bin --payload 0 --out stack.json",
                    "Saves the first record's payload."
                ),
            ]
        )
    ) { parsed, surroundings in
        guard (parsed[Self.payload] == nil) == (parsed[Self.out] == nil) else {
            throw UsageFailure("--payload NUMBER and --out FILE go together: say both, or neither.")
        }
        let bytes = try InputFile.read(parsed[Self.file].first ?? "-")
        let outline = PacketOutline(of: bytes)
        let keyring = try Self.keyring(parsed, outline)
        if parsed[Self.payload] == nil {
            surroundings.console.show(Self.header(outline, bytes: bytes.count))
        }
        let packet: DecodedPacket
        do throws(PacketError) {
            packet = try DecodedPacket.open(bytes, outline, keyring: keyring)
        } catch {
            throw CommandFailure(error.description)
        }
        guard let number = parsed[Self.payload], let path = parsed[Self.out] else {
            return surroundings.console.show(Self.text(packet))
        }
        let payload = try Self.payload(number, of: packet)
        try OutputFile.write(payload, to: path)
        surroundings.console.show("\(payload.count) bytes written to \(path).")
    }

    // MARK: Input

    /// All keys that were named; a bare Base64 text gets the id that the packet asks for.
    private static func keyring(_ parsed: ParsedCommand, _ outline: PacketOutline) throws(CommandFailure) -> Keyring {
        var keyring = Keyring()
        if let data = parsed[self.data] {
            keyring = KeyStore(data: data).keys(project: parsed[self.project]).keyring
        }
        for (number, text) in parsed[self.keys].enumerated() {
            do throws(CryptoError) {
                try self.add(text, to: &keyring, id: outline.keyID ?? "key\(number + 1)")
            } catch {
                throw CommandFailure("The key number \(number + 1) cannot be used. \(error.description)")
            }
        }
        return keyring
    }

    private static func add(_ text: String, to keyring: inout Keyring, id: String) throws(CryptoError) {
        if let data = FileManager.default.contents(atPath: text) {
            let content = String(decoding: data, as: UTF8.self)
            if let json = try? JSONValue(parsing: content), let id = json["id"]?.stringValue,
                let key = json["key"]?.stringValue
            {
                return try self.insert(key, id: id, into: &keyring)
            }
            let read = try Keyring(text: content)
            for key in read.openingKeys.values { keyring.insert(key) }
            for key in read.sharedKeys.values { keyring.insert(key) }
            return
        }
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        if parts.count == 2 { return try self.insert(parts[1], id: parts[0], into: &keyring) }
        try self.insert(text, id: id, into: &keyring)
    }

    /// The length says which kind a key is.
    private static func insert(_ base64: String, id: String, into keyring: inout Keyring) throws(CryptoError) {
        do throws(CryptoError) {
            keyring.insert(try SharedKey(id: id, base64: base64))
        } catch {
            guard case .keyLength(_, let found) = error.fault, found != 16 else { throw error }
            keyring.insert(try OpeningKey(id: id, base64: base64))
        }
    }

    // MARK: Output

    private static func header(_ outline: PacketOutline, bytes: Int) -> String {
        var lines = [
            "form        \(outline.formText)", "version     \(outline.version)",
            "flags       \(outline.flags.map { String($0) } ?? "none")", "encryption  \(outline.encryptionText)",
            "key         \(outline.keyID.map { TextTable.visible($0) } ?? "none named")", "bytes       \(bytes)",
        ]
        if let metas = outline.metaBytes { lines.append("metas       \(metas) bytes as sent") }
        if !outline.payloadBytes.isEmpty {
            let sizes = outline.payloadBytes.map(String.init).joined(separator: ", ")
            lines.append("payloads    \(outline.payloadBytes.count), of \(sizes) bytes as sent")
        }
        return lines.joined(separator: "\n")
    }

    private static func text(_ packet: DecodedPacket) -> String {
        switch packet {
        case .events(let json):
            let value = try? JSONValue(parsing: json)
            let text = value?.prettyText() ?? String(decoding: json, as: UTF8.self)
            // One event may come alone, without an array around it.
            let count = value?.arrayValue?.count ?? (value?.objectValue == nil ? 0 : 1)
            return "\nevents      \(count), \(json.count) bytes\n\n\(Self.lines(text))"
        case .records(let records):
            let parts = records.enumerated().map { index, record in
                let meta = (try? JSONValue(parsing: record.meta))?.prettyText()
                let payload = record.payload.map { "payload of \($0.count) bytes" } ?? "no payload"
                let id = record.reportID.isEmpty ? "no report id" : TextTable.visible(record.reportID)
                let text = meta ?? "(no JSON) " + String(decoding: record.meta, as: UTF8.self)
                return "record \(index)  \(id)  \(record.meta.count) bytes of meta, \(payload)\n\(Self.lines(text))"
            }
            return "records     \(records.count)\n\n" + parts.joined(separator: "\n\n")
        }
    }

    /// Lines that cannot steer a terminal.
    private static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { TextTable.visible(String($0)) }
            .joined(separator: "\n")
    }

    private static func payload(_ number: Int, of packet: DecodedPacket) throws(CommandFailure) -> [UInt8] {
        guard case .records(let records) = packet else {
            throw CommandFailure("A body of native events has no payloads.")
        }
        guard records.indices.contains(number) else {
            throw CommandFailure(
                "The packet has \(records.count) records, counted from 0: there is no record \(number)."
            )
        }
        guard let payload = records[number].payload else {
            throw CommandFailure("Record \(number) has no payload.")
        }
        return payload
    }
}

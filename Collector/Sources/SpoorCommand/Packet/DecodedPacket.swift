import SpoorWire

/// A packet's content, opened.
enum DecodedPacket {
    /// Records of a channel.
    case records([PacketRecord])
    /// Native events as JSON.
    case events([UInt8])

    /// Opens what was recognised.
    ///
    /// - Throws: `PacketError` with what is damaged, or which key is missing.
    static func open(_ bytes: [UInt8], _ outline: PacketOutline, keyring: Keyring) throws(PacketError) -> DecodedPacket
    {
        switch outline.form {
        case .packetV2: return .records(try PacketV2.decode(bytes: bytes, keyring: keyring))
        case .packetV1: return .records(try PacketV1.decode(bytes: bytes, keyring: keyring))
        case .metasV1: return .records(try PacketV1.decodeMetas(bytes: bytes, keyring: keyring))
        case .nativeEvents: return .events(PacketOutline.nativeEvents(bytes) ?? [])
        case .envelope:
            // Sealed metas of version 1 begin in the same way, and have no checksum at their end.
            do throws(PacketError) {
                return .events(try EncryptedBody.decode(bytes: bytes, keyring: keyring))
            } catch {
                let problem = error
                do throws(PacketError) {
                    return .records(try PacketV1.decodeMetas(bytes: bytes, keyring: keyring))
                } catch {
                    // Where the key is missing, it is not known which of the two it is.
                    guard case .checksum = problem.fault, case .crypto = error.fault else { throw problem }
                    throw error
                }
            }
        }
    }
}

extension JSONValue {
    /// The value over several lines, members indented by two blanks more than what holds them.
    func prettyText(indent: String = "") -> String {
        let inner = indent + "  "
        switch self {
        case .object(let members) where !members.isEmpty:
            let lines = members.map { member in
                inner + JSONValue.string(member.key).jsonText + ": " + member.value.prettyText(indent: inner)
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        case .array(let elements) where !elements.isEmpty:
            let lines = elements.map { inner + $0.prettyText(indent: inner) }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
        default: return self.jsonText
        }
    }
}

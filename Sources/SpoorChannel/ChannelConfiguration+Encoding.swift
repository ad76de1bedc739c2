import SpoorWire

extension ChannelConfiguration {
    /// What makes the bodies.
    var bodyEncoding: any BodyEncoding {
        if let refusal = self.refusal { return RefusingEncoding(refusal) }
        if self.usesSensorsForm { return SensorsEncoding() }
        return switch (self.encoding, self.encryption) {
        case (.packet, _): PacketEncoding(isFirstVersion: false, encryption: self.encryption)
        case (.packetV1, _): PacketEncoding(isFirstVersion: true, encryption: self.encryption)
        case (_, .none): NativeEncoding()
        default: EncryptedEncoding(self.encryption)
        }
    }

    /// Why a tracker's events cannot be encrypted as configured; nil where they can, or that is not asked for.
    var encryptionRefusal: String? {
        guard self.encryption != .none, self.usesSensorsForm else { return nil }
        let cause =
            self.encoding == .sensorsForm ? "encoding .sensorsForm" : "a debug mode, whose bodies are Sensors forms,"
        return
            "Encryption does not go with \(cause) and nothing is uploaded: choose encoding .json with debug mode off, or no "
            + "encryption."
    }

    /// Why the form does not go with what the channel carries; nil where it does.
    ///
    /// Whoever receives the form would refuse each record, and they would all end as dead letters.
    var formRefusal: String? {
        switch self.kind {
        case .prism:
            guard !self.carriesPayloads else { return nil }
            let cause = self.debugMode == .off ? "encoding .\(self.encoding.rawValue)" : "a debug mode"
            return
                "The records of a Prism channel are metas and payloads, which do not go with \(cause), a form of events; "
                + "nothing is uploaded and what is recorded waits: choose encoding .packet or .packetV1 with debug mode off."
        case .tracker:
            guard self.carriesPayloads else { return nil }
            let choice = self.encryption == .none ? ".json or .sensorsForm" : ".json"
            return
                "A tracker's events are no records of a Prism channel, which encoding .\(self.encoding.rawValue) is for; "
                + "nothing is uploaded and what is recorded waits: choose encoding \(choice)."
        }
    }

    /// Why nothing can be uploaded as configured; nil where it can.
    ///
    /// The form comes first: one that has room for what the channel carries can be encrypted as well.
    private var refusal: String? { self.formRefusal ?? self.encryptionRefusal }

    /// What a developer should know of this choice of encoding and encryption; nil where there is nothing to say.
    var encodingRemark: String? { self.refusal }

    /// Whether payloads have a place in the bodies.
    var carriesPayloads: Bool { !self.usesSensorsForm && (self.encoding == .packet || self.encoding == .packetV1) }

    /// The header fields that say what a body is, of a request with `count` records.
    func bodyHeaders(count: Int) -> [String: String] {
        var headers = ["Spoor-Count": String(count)]
        switch self.encoding {
        case .packet:
            headers["Content-Type"] = PacketV2.contentType
        case .packetV1:
            headers["Content-Type"] = PacketV1.contentType
            // The form has no place for it; the receiver tries its keys where it is missing.
            if case .aes128CBC(let key) = self.encryption { headers["Spoor-Key"] = key.id }
        case .json, .sensorsForm:
            if self.encryption == .none {
                headers["Content-Type"] = "application/json"
                headers["Content-Encoding"] = "gzip"
            } else {
                headers["Content-Type"] = EncryptedBody.contentType
            }
        }
        return headers
    }
}

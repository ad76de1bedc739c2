/// What a request carries.
enum UploadPart: Equatable, Sendable {
    /// Records of every kind, with their payloads where the form has room for them.
    case whole
    /// Metas of records that have no payload to send: packet version 1.
    case metas
    /// Records that have a payload to send, with it: packet version 1.
    case details

    /// The parts that a form is sent in, each to an address of its own.
    ///
    /// Payloads come first: the stack of a crash is among them.
    static func all(of encoding: ChannelEncoding) -> [UploadPart] {
        encoding == .packetV1 ? [.details, .metas] : [.whole]
    }
}

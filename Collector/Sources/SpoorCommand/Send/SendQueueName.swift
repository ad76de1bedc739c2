/// The name of the queue in which `spoor send` keeps an event.
///
/// A queue for each project and person: what waits goes where the next call sends to, so an event of one project must not
/// meet one of another, nor the ids of two people. What is only to be checked has queues of its own: whatever waits in one
/// goes by the call's way, and nothing may be lost for a trial. Two places have never the same name.
enum SendQueueName {
    /// The longest name: it gives a folder of 255 bytes at most, where a byte can take three.
    private static let limit = 80

    /// Makes the name.
    ///
    /// - Parameters:
    ///   - project: the project.
    ///   - receiver: the receiver's address, where that says which project it is; nil for a collector.
    ///   - user: who did it; nil for the queue's own visitor.
    ///   - isTrial: whether the receiver only checks the event, and stores nothing.
    /// - Returns: the name; `send` for the default project and nobody.
    static func name(project: String, receiver: String?, user: String?, isTrial: Bool = false) -> String {
        let kind = isTrial ? "check" : "send"
        var name = kind
        if let receiver {
            name += "+" + Self.escaped(receiver)
        } else if project != "default" {
            name += "@" + Self.escaped(project)
        }
        if let user { name += "-" + user }
        guard name.utf8.count > Self.limit else { return name }
        return "\(kind)#" + ReplayIdentity.file(fingerprint: []).producer(of: name)
    }

    /// Without what separates the parts of a name.
    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            let isPlain = character.isASCII && (character.isLetter || character.isNumber || character == "_")
            return isPlain ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        .joined()
    }
}

/// Why a record goes to the dead letters.
public enum UploadRefusal: String, Equatable, Sendable {
    /// The server refused it, alone or by its position.
    case refused

    /// Alone it is larger than the server takes.
    case tooLarge

    /// Its bytes on this device are no JSON object; sent along it would cost its neighbours.
    case unreadable

    /// Its bytes on this device are not those that were stored.
    case damaged

    /// Whether the server's answer decided.
    var isOfServer: Bool { self == .refused || self == .tooLarge }

    /// The reason as a sentence, as it is kept with the record.
    var sentence: String {
        switch self {
        case .refused: "The server refused this event; see the collector's rejects for what is wrong with it."
        case .unreadable: "The stored bytes of this event are damaged and cannot be sent."
        case .damaged: "The stored bytes of this event were damaged on the device and are not sent."
        case .tooLarge: "This event alone is larger than the server takes; shorten its properties."
        }
    }
}

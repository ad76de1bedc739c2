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

    /// Alone it is larger than the configuration allows a body to be.
    case overLimit

    /// Alone it is larger than the form of the body has room for.
    case overForm

    /// Whether the server's answer decided.
    var isOfServer: Bool { self == .refused || self == .tooLarge }

    /// The reason as a sentence, as it is kept with the record.
    var sentence: String {
        switch self {
        case .refused: "The server refused this record; see the collector's rejects for what is wrong with it."
        case .unreadable: "The stored bytes of this record are damaged and cannot be sent."
        case .damaged: "The stored bytes of this record were damaged on the device and are not sent."
        case .overLimit:
            "This record alone is larger than maxBodyBytes allows; raise that, and send the record again from here."
        case .overForm:
            "This record alone is larger than packets of version 1 have room for; choose encoding .packet to send it."
        case .tooLarge: "This record alone is larger than the server takes; shorten its properties or its payload."
        }
    }
}

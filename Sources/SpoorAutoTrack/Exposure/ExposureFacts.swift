import SpoorWire

/// What an exposure says of its element, where nobody adds more.
@MainActor
enum ExposureFacts {
    /// The property with the app's own name for what was seen.
    static let id = "exposure_id"

    /// The property that tells the last element of a chain of data (002).
    static let isEnd = "isEnd"

    /// The longest text that is taken over, in characters.
    private static let textLimit = 255

    static func of(_ element: any Element) -> Properties {
        var properties = Properties()
        properties.set(element.typeName, forKey: "$element_type")
        properties.set(element.tracking.elementID, forKey: "$element_id")
        if let row = element.enclosingRow {
            properties.set(row.row.map { "\(row.section):\($0)" } ?? "\(row.section)", forKey: "$element_position")
        }
        if !element.isSecure, element.kind != .textInput, let text = element.tracking.content ?? element.text {
            properties.set(String(text.prefix(Self.textLimit)), forKey: "$element_content")
        }
        return properties
    }
}

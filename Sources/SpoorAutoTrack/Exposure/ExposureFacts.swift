import SpoorWire

/// What an exposure says of its element, where nobody adds more.
@MainActor
enum ExposureFacts {
    /// The property with the app's own name for what was seen.
    static let id = "exposure_id"

    /// The property that tells the last element of a chain of data (002).
    static let isEnd = "isEnd"

    static func of(_ element: any Element) -> Properties {
        var properties = Properties()
        properties.set(element.typeName, forKey: "$element_type")
        properties.set(element.tracking.elementID, forKey: "$element_id")
        if let row = element.enclosingRow {
            properties.set(row.row.map { "\(row.section):\($0)" } ?? "\(row.section)", forKey: "$element_position")
        }
        let privacy = ElementPrivacy(of: element)
        let text = element.tracking.content ?? (privacy.hidesTexts ? nil : element.text)
        if !privacy.isSecure, let text { properties.set(PathText.cut(text), forKey: "$element_content") }
        return properties
    }
}

import SpoorWire

/// Writes what is known of an element into events.
enum ClickProperties {
    /// The names of an element, as clicks and definitions have them.
    static func element(_ paths: ElementPaths) -> Properties {
        var properties = Properties()
        properties.set(paths.typeName, forKey: "$element_type")
        properties.set(paths.content, forKey: "$element_content")
        properties.set(paths.elementPosition, forKey: "$element_position")
        properties.set(paths.elementPath, forKey: "$element_path")
        properties.set(paths.selector, forKey: "$element_selector")
        // Where its place was not counted, one of its siblings would have the same id.
        if !paths.elementID.isEmpty { properties.set(paths.elementID, forKey: "$element_id") }
        properties.set(paths.elementIDVersion, forKey: "$element_id_version")
        properties.set(paths.viewPath, forKey: "$view_path")
        properties.set(paths.eventPath, forKey: "$event_path")
        return properties
    }
}

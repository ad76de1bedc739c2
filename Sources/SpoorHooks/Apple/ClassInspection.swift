#if canImport(ObjectiveC)
public import Foundation
import ObjectiveC

/// What the runtime tells of classes without running any code of theirs, and what objects say of themselves.
public enum ClassInspection {
    /// The class an object says it is of (`classForCoder`), not one that observation or hooks slipped under it.
    ///
    /// - Parameter object: the object.
    /// - Returns: the class.
    public static func statedClass(of object: NSObject) -> AnyClass { object.classForCoder }

    /// The path of the file that holds a class's code; nil for a class made while the app runs.
    ///
    /// - Parameter type: the class.
    /// - Returns: the path.
    public static func image(of type: AnyClass) -> String? {
        class_getImageName(type).map { String(cString: $0) }
    }

    /// The class from which another inherits; nil for a root.
    ///
    /// - Parameter type: the class.
    /// - Returns: the class above it.
    public static func superclass(of type: AnyClass) -> AnyClass? { class_getSuperclass(type) }

    /// Whether reading a declared property is sure to be answered.
    ///
    /// It is declared, key-value coding knows its type, and the object says that it has the getter.
    ///
    /// A method that only has the name of a key does not count: reading the key would call it.
    ///
    /// - Parameters:
    ///   - key: the property's name.
    ///   - object: whose it would be.
    /// - Returns: whether it can be read.
    public static func declares(_ key: String, on object: NSObject) -> Bool {
        guard let property = class_getProperty(object_getClass(object), key) else { return false }
        let getter = property_copyAttributeValue(property, "G")
        defer { free(getter) }
        guard self.isReadable(property) else { return false }
        let name = getter.map { String(cString: $0) } ?? key
        return object.responds(to: NSSelectorFromString(name))
    }

    /// Whether key-value coding can make an object of the property's type: no block, pointer, union or bit field.
    private static func isReadable(_ property: objc_property_t) -> Bool {
        guard let type = property_copyAttributeValue(property, "T") else { return false }
        defer { free(type) }
        let text = String(cString: type)
        guard !text.hasPrefix("@?"), let first = text.utf8.first else { return false }
        return "@#cislqCISLQfdB{".utf8.contains(first)
    }
}
#endif

#if canImport(UIKit) && !os(watchOS)
import SpoorAutoTrack
import SpoorHooks
import UIKit

/// What the class of a view or controller says, read once for each class.
@MainActor
struct ClassFacts {
    /// The class's name with module and type arguments.
    let fullName: String

    /// The class's name without them.
    let name: String

    /// What a view of the class is to the engine, before its place is looked at.
    let kind: ElementKind

    /// Whether what a person types may be in a view of the class.
    let takesText: Bool

    /// Whether the toolkit put it in for itself.
    let isPrivateWrapper: Bool

    /// Whether the class came with the system and is none that apps make objects of.
    let isSystem: Bool

    /// Whether the class belongs to the toolkit.
    let isToolkit: Bool

    /// Whether the class belongs to the toolkit, and is none that apps make objects of.
    let isToolkitsOwn: Bool

    private static var known: [ObjectIdentifier: ClassFacts] = [:]

    /// The facts of an object's class.
    static func of(_ object: NSObject) -> ClassFacts {
        let type: AnyClass = ClassInspection.statedClass(of: object)
        if let facts = self.known[ObjectIdentifier(type)] { return facts }
        let facts = ClassFacts(type)
        self.known[ObjectIdentifier(type)] = facts
        return facts
    }

    private init(_ type: AnyClass) {
        self.fullName = String(reflecting: type)
        self.name = ToolkitName.short(self.fullName)
        self.kind = UIKitKinds.kind(of: type)
        self.takesText = UIKitKinds.takesText(type)
        let image = ClassInspection.image(of: type)
        let isDocumented = UIKitKinds.isDocumented(type)
        self.isPrivateWrapper = ToolkitRule.isPrivateWrapper(
            name: self.name,
            kind: self.kind,
            image: image,
            isDocumented: isDocumented
        )
        self.isSystem = ToolkitRule.isSystem(image: image) && !isDocumented
        self.isToolkit = ToolkitRule.isToolkit(image: image)
        self.isToolkitsOwn = self.isToolkit && !isDocumented
    }
}
#endif

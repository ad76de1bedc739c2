/// A configuration that a server hands out: what each namespace does, and what is recorded by itself.
///
/// The form is described in `docs/WIRE_FORMAT.md`. ``read(_:)-([UInt8])`` takes a document field by field, so that one bad value
/// costs that value; ``json`` writes it back.
public struct ConfigurationDocument: Equatable, Sendable {
    /// The most bytes that a document may have.
    public static let maxBytes = 1 << 20

    /// What stands for a ``namespace`` that the document does not have; no namespace can have that name.
    public static let noNamespace = "-"

    /// The project that the document is for.
    public var project: String?

    /// Counts up with each change; a signed document older than the last accepted one is not believed.
    public var revision: Int64?

    /// The only namespace that the document is about, where it was asked for one alone, ``noNamespace`` where there is
    /// none of that name; nil for a whole document.
    public var namespace: String?

    /// What each namespace does, by its name.
    public var namespaces: [String: ChannelSettings]

    /// The pages' names, an object; nil where nothing is said.
    public var pages: JSONValue?

    /// What is recorded by itself, an object; nil where nothing is said.
    public var autoTrack: JSONValue?

    /// Events that were defined by pointing at an element, an array; nil where nothing is said.
    public var definitions: JSONValue?

    /// The namespaces that it names without settings that can be read: what held for them stays.
    public var unread: Set<String> = []

    /// Whether it says which namespaces there are; one that does not changes none of them.
    public var listsNamespaces = true

    /// Whether the namespaces that it does not name stop: not before somebody has saved a list of them.
    public var stopsOthers: Bool { self.listsNamespaces && self.namespace == nil && self.revision != 0 }

    /// The namespaces that it names, those without settings that can be read included.
    public var names: Set<String> { self.unread.union(self.namespaces.keys) }

    /// Creates a document.
    ///
    /// - Parameters:
    ///   - project: the project that it is for.
    ///   - revision: its number.
    ///   - namespaces: what each namespace does.
    public init(project: String? = nil, revision: Int64? = nil, namespaces: [String: ChannelSettings] = [:]) {
        self.project = project
        self.revision = revision
        self.namespaces = namespaces
    }

    /// The document as JSON, namespaces sorted by name; one that is ``unread`` is null.
    public var json: JSONValue {
        var members: [JSONValue.Member] = []
        if let project = self.project { members.append(("project", .string(project))) }
        if let revision = self.revision { members.append(("revision", .integer(revision))) }
        if let namespace = self.namespace { members.append(("namespace", .string(namespace))) }
        if self.listsNamespaces {
            let names = self.names.sorted()
            members.append(("namespaces", .object(names.map { ($0, self.namespaces[$0]?.json ?? .null) })))
        }
        if let pages = self.pages { members.append(("pages", pages)) }
        if let autoTrack = self.autoTrack { members.append(("autoTrack", autoTrack)) }
        if let definitions = self.definitions { members.append(("definitions", definitions)) }
        return .object(members)
    }

    /// The document as the bytes of compact JSON.
    public var bytes: [UInt8] { Array(self.json.jsonText.utf8) }

    /// The document without what only a signed one may set, and a remark for each such setting.
    public func withoutProtectedSettings() -> (document: ConfigurationDocument, remarks: [ConfigurationRemark]) {
        var copy = self
        var remarks: [ConfigurationRemark] = []
        for (name, settings) in self.namespaces.sorted(by: { $0.key < $1.key }) {
            for field in SettingField.allCases where field.isProtected && settings[field] != nil {
                remarks.append(
                    ConfigurationRemark(
                        path: "namespaces.\(name).\(field.rawValue)",
                        kind: .unsigned,
                        sentence: "only a document signed by a key that the app knows may set this; it is ignored."
                    )
                )
            }
            copy.namespaces[name]?.url = nil
            copy.namespaces[name]?.encryption = nil
        }
        return (copy, remarks)
    }
}

/// Counts the siblings of a container as a walk comes to them: what ``SiblingCount`` says of each, without looking at
/// those before it again.
@MainActor
struct SiblingTally {
    private struct Name: Hashable {
        var type: String
        var identifier: String?
    }

    /// Whether identifiers are counted, too.
    let countsIdentifiers: Bool

    private var types: [String: Int] = [:]
    private var typesWithWrappers: [String: Int] = [:]
    private var names: [Name: Int] = [:]
    private var namesWithWrappers: [Name: Int] = [:]
    private var pages: [String: Int] = [:]

    init(countsIdentifiers: Bool) {
        self.countsIdentifiers = countsIdentifiers
    }

    /// What stands before an element that comes next.
    func count(before element: any Element, identifier: String?) -> PathStep.Count {
        let type = element.typeName
        let name = Name(type: type, identifier: identifier)
        if element.isPrivateWrapper {
            return (self.typesWithWrappers[type] ?? 0, self.namesWithWrappers[name] ?? 0)
        }
        return (self.types[type] ?? 0, self.names[name] ?? 0)
    }

    /// How many pages of a type come before the next one.
    func count(before page: any PageElement) -> Int { self.pages[page.typeName] ?? 0 }

    /// Counts an element.
    mutating func add(_ element: any Element) {
        let type = element.typeName
        let isWrapper = element.isPrivateWrapper
        self.typesWithWrappers[type, default: 0] += 1
        if !isWrapper { self.types[type, default: 0] += 1 }
        if !isWrapper, let page = element.ownPage { self.pages[page.typeName, default: 0] += 1 }
        guard self.countsIdentifiers else { return }
        let name = Name(type: type, identifier: ElementWalk.identifier(of: element))
        self.namesWithWrappers[name, default: 0] += 1
        if !isWrapper { self.names[name, default: 0] += 1 }
    }
}

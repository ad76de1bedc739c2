/// What walks from several elements have in common, for as long as nothing changes: the levels that they share, and the
/// places of siblings among one another.
@MainActor
final class WalkMemory {
    private struct Name: Hashable {
        let type: String
        let identifier: String?
    }

    /// How many elements of its type stand before one, and how many of those have its identifier.
    typealias Count = (ofType: Int, ofIdentifier: Int)

    /// Elements are kept alive, so that none takes another's place.
    private var steps: [ObjectIdentifier: (element: any Element, step: PathStep)] = [:]
    private var counts: [ObjectIdentifier: (element: any Element, count: Count)] = [:]
    /// The containers whose contents are asked about, and whether they were counted.
    private var containers: [ObjectIdentifier: Bool] = [:]

    /// The level of an element; nil where nobody noted it.
    func step(of element: any Element) -> PathStep? { self.steps[ObjectIdentifier(element)]?.step }

    /// Notes the level of an element.
    func note(_ step: PathStep, of element: any Element) { self.steps[ObjectIdentifier(element)] = (element, step) }

    /// What stands before an element; nil where it was not counted, as for the first that is asked about in a container.
    func count(before element: any Element) -> Count? {
        guard !element.isPrivateWrapper, let container = SiblingCount.container(of: element) else { return nil }
        let id = ObjectIdentifier(container)
        if let isCounted = self.containers[id] {
            if !isCounted { self.count(in: container) }
        }
        self.containers[id] = self.containers[id] != nil
        return self.counts[ObjectIdentifier(element)]?.count
    }

    private func count(in container: any Element) {
        var types: [String: Int] = [:]
        var names: [Name: Int] = [:]
        var budget = TreeBounds.elements
        func visit(_ children: [any Element], depth: Int) {
            for child in children where budget > 0 {
                budget -= 1
                guard !child.isPrivateWrapper else {
                    if depth < TreeBounds.levels { visit(child.children, depth: depth + 1) }
                    continue
                }
                let name = Name(type: child.typeName, identifier: ElementWalk.identifier(of: child))
                let count = (types[name.type, default: 0], names[name, default: 0])
                self.counts[ObjectIdentifier(child)] = (child, count)
                types[name.type] = count.0 + 1
                names[name] = count.1 + 1
            }
        }
        visit(container.children, depth: 0)
    }
}

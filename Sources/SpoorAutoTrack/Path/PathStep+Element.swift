@MainActor
extension PathStep {
    /// How many elements like one stand before it.
    typealias Count = (ofType: Int, ofIdentifier: Int)

    /// The level of an element.
    ///
    /// - Parameters:
    ///   - element: the element; not a page.
    ///   - isInList: whether a cell lies in a list; one that does not is a view like others.
    ///   - count: counts what stands before the element, by its type and by an identifier; nil for too many.
    init(of element: any Element, isInList: () -> Bool, count: (String?) -> Count?) {
        self.init(typeName: PathText.name(PathText.cut(element.typeName)), kind: element.kind, place: .index(0))
        switch self.kind {
        case .page, .application, .responder: break
        case .cell:
            if let position = element.cellPosition, let row = position.row {
                self.place = .cell(section: position.section, row: row)
            } else if isInList() {
                self.place = .unknown
            } else {
                self.place = count(nil).map { .index($0.ofType) } ?? .uncounted
            }
        case .sectionHeader: self.place = element.cellPosition.map { .header(section: $0.section) } ?? .unknown
        case .sectionFooter: self.place = element.cellPosition.map { .footer(section: $0.section) } ?? .unknown
        case .segment:
            let index = element.cellPosition?.row ?? count(nil)?.ofType
            self.place = index.map { .segment($0) } ?? .uncounted
        default: self.addPlace(among: element, count: count)
        }
    }

    private mutating func addPlace(among element: any Element, count: (String?) -> Count?) {
        let identifier = ElementWalk.identifier(of: element)
        self.identifier = identifier.map(PathText.name)
        if self.kind == .barItem, let row = element.cellPosition?.row {
            self.place = .index(row)
            self.identifiedIndex = identifier == nil ? row : 0
        } else if element.ownPage == nil {
            let count = count(identifier)
            self.place = count.map { .index($0.ofType) } ?? .uncounted
            self.identifiedIndex = count?.ofIdentifier ?? 0
        }
    }

    /// The level of a page.
    ///
    /// - Parameters:
    ///   - page: the page.
    ///   - count: how many pages of its type stand before it; nil for too many.
    init(of page: any PageElement, count: Int?) {
        self.init(
            typeName: PathText.name(PathText.cut(page.typeName)),
            kind: .page,
            place: count.map { .index($0) } ?? .uncounted,
            identifiedIndex: count ?? 0
        )
    }

    /// The level of the page that a path begins at.
    init(root page: any PageElement) {
        self.init(
            typeName: PathText.name(PathText.cut(page.typeName)),
            kind: .page,
            place: .root,
            identifier: page.screenName.map { PathText.name(PathText.cut($0)) }
        )
    }
}

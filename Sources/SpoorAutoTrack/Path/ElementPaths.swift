/// The names of an element: all its paths, its position and its content, read in one walk.
///
/// A value that keeps nothing of the tree: what the app's handler does to the element afterwards changes nothing (bug
/// case O-22). Private wrappers are left out of every path, a cell is placed by section and row, and other elements by
/// their number among siblings of the same type, so that neither the system's version nor the order of views of other
/// types matters (bug case O-26).
public struct ElementPaths: Hashable, Sendable {
    /// The path of 002: `ViewController[0]/UIView[0]/UITableView[0]/UITableViewCell[0:2]/UIButton[0]`.
    public var viewPath: String

    /// The path of 003: the action, the chain of responders, the state of the control, the app's own properties.
    public var eventPath: String

    /// The Sensors SDKs' `$element_path`: the row of the innermost list is `[-]`.
    public var elementPath: String

    /// The Sensors SDKs' `$element_position`, as `0:2`; nil for what is in no list.
    public var elementPosition: String?

    /// What it shows; nil for nothing and for what must not be read.
    public var content: String?

    /// The Sensors SDKs' `$element_selector`: as the element path, with each row.
    public var selector: String

    /// The readable path that ``elementID`` is made of: without state, rows and private wrappers, and with identifiers
    /// in place of numbers where the app gave any.
    public var normalisedPath: String

    /// The name that the app's code gave the element, else the hash of the normalised path.
    ///
    /// Empty where neither is there: the element stands behind so many siblings that its place was not counted.
    public var elementID: String

    /// The number of the rules that ``elementID`` was made by; nil for a name of the app's own.
    public var elementIDVersion: Int?

    /// The name of the element's class.
    public var typeName: String

    /// The page that the paths begin at; nil where the element is on none.
    public var page: PageFacts?

    /// Reads an element.
    ///
    /// - Parameters:
    ///   - element: the element.
    ///   - interception: what brought the engine to it; nil for none.
    ///   - container: what stands in for its parent where it has none: the alert of an action, the bar of an item.
    ///   - rules: which pages are transparent.
    @MainActor
    public init(
        of element: any Element,
        interception: Interception? = nil,
        in container: (any Element)? = nil,
        rules: PageRules = PageRules()
    ) {
        self.init(ElementWalk(from: element, in: container, rules: rules), interception)
    }

    /// Reads what a walk found.
    ///
    /// - Parameters:
    ///   - walk: the way up from the element.
    ///   - interception: what brought the engine to it; nil for none.
    ///   - denied: names of properties that the event path does not have.
    ///   - unread: what of the element's content is not read.
    @MainActor
    init(
        _ walk: ElementWalk,
        _ interception: Interception?,
        denied: DeniedNames = DeniedNames(),
        unread: Unread = Unread()
    ) {
        self.init(namesOf: walk, interception, denied: denied)
        self.content = ElementContent.content(of: walk.target, walk.privacy, unread)
    }

    /// Reads the names of what a walk found, and not what it shows.
    @MainActor
    init(namesOf walk: ElementWalk, _ interception: Interception? = nil, denied: DeniedNames = DeniedNames()) {
        let element = walk.target
        let steps = Self.steps(of: walk, interception)
        let names = PathNames(steps: steps, segment: Self.segment(of: element))
        self.viewPath = names.viewPath
        self.elementPath = names.elementPath
        self.selector = names.selector
        self.normalisedPath = names.normalisedPath
        self.elementPosition = names.position
        self.eventPath = EventPathText.text(walk, interception, denied: denied)
        let own = PathText.cutOrNil(element.tracking.elementID)
        self.elementID = own ?? (walk.isCounted ? ElementID.id(of: names.normalisedPath) : "")
        self.elementIDVersion = own == nil && walk.isCounted ? ElementID.version : nil
        self.typeName = PathText.cut(element.typeName)
        self.page = walk.page.map { PageFacts($0) }
    }

    /// The levels from the page down; the chosen row counts, whatever the cell says of itself by now.
    private static func steps(of walk: ElementWalk, _ interception: Interception?) -> [PathStep] {
        var steps = Array(walk.tree.reversed())
        guard case .selection(let position) = interception, let last = steps.last else { return steps }
        let place = position.row.map { PathPlace.cell(section: position.section, row: $0) } ?? .unknown
        if last.kind == .cell {
            steps[steps.count - 1].place = place
        } else if last.kind.isList {
            // The list no longer has the cell; where it stood is known.
            steps.append(PathStep(typeName: "Cell", kind: .cell, place: place))
        }
        return steps
    }

    /// The chosen segment of a control; nil for what has none.
    @MainActor
    private static func segment(of element: any Element) -> Int? {
        element.kind == .segmentedControl ? element.controlState?.selectedIndex : nil
    }
}

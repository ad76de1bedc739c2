/// One level of a path.
struct PathStep: Hashable, Sendable {
    /// The name of the class.
    var typeName: String

    /// What it is to the engine.
    var kind: ElementKind

    /// Where it stands.
    var place: PathPlace

    /// What tells it from its siblings in the normalised path: the toolkit's identifier, a page's name given in code.
    var identifier: String?

    /// Its place among those of its type that have the same identifier, or none as well.
    var identifiedIndex = 0

    /// The level as the path of 002 has it: `UITableViewCell[0:2]`.
    var inViewPath: String {
        switch self.place {
        case .index(let index), .segment(let index): "\(self.typeName)[\(index)]"
        case .cell(let section, let row): "\(self.typeName)[\(section):\(row)]"
        case .unknown, .uncounted: "\(self.typeName)[-]"
        case .header(let section): "\(self.typeName)[SectionHeader:\(section)]"
        case .footer(let section): "\(self.typeName)[SectionFooter:\(section)]"
        case .root: "\(self.typeName)[0]"
        }
    }

    /// The level as the Sensors SDKs have it: `UITableViewCell[0][2]`.
    ///
    /// - Parameter isWild: whether `[-]` stands for the row.
    /// - Returns: the part of the path.
    func inElementPath(isWild: Bool) -> String {
        switch self.place {
        case .cell(let section, let row): "\(self.typeName)[\(section)][\(isWild ? "-" : String(row))]"
        case .header(let section): "\(self.typeName)[SectionHeader][\(section)]"
        case .footer(let section): "\(self.typeName)[SectionFooter][\(section)]"
        case .segment(let index): "\(self.typeName)[\(isWild ? "-" : String(index))]"
        case .index, .unknown, .uncounted, .root: self.inViewPath
        }
    }

    /// The level as the normalised path has it.
    ///
    /// - Parameter isInCell: whether it lies in a cell, where an identifier may belong to the row's data.
    /// - Returns: the part of the path.
    func inNormalisedPath(isInCell: Bool) -> String {
        switch self.place {
        case .root: return self.identifier ?? self.typeName
        case .index:
            guard !isInCell else { return self.inViewPath }
            let index = "[\(self.identifiedIndex)]"
            guard let identifier = self.identifier else { return self.typeName + index }
            return self.typeName + "#" + identifier + (self.identifiedIndex == 0 ? "" : index)
        default: return self.inElementPath(isWild: true)
        }
    }

    /// The level as the responder chain of 003 has it: `#UIButton[0]`, `#ViewController`, `#UIWindow`.
    var inEventPath: String {
        switch self.kind {
        case .page, .application, .responder: "#" + self.typeName
        case .window where self.place == .index(0): "#" + self.typeName
        default: "#" + self.inViewPath
        }
    }
}

import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Why a dump cannot be read.
public enum DumpFault: Error, CustomStringConvertible {
    /// The text is no XML; the parser's own words.
    case notXML(String)
    /// The XML has no element of XCUITest's.
    case noElements

    /// What to tell who gave the file.
    public var description: String {
        switch self {
        case .notXML(let words): "not readable as XML: \(words)"
        case .noElements: "no element whose name begins with XCUIElementType"
        }
    }
}

/// Reads the page source that XCUITest's drivers write (`XCUIElementType…` tags with frames and `visible`).
final class DumpParser: NSObject, XMLParserDelegate {
    private static let prefix = "XCUIElementType"

    private var root: DumpNode?
    /// The open elements; nil stands for a tag that is no element, such as the wrapper around the application.
    private var open: [DumpNode?] = []

    static func read(_ data: Data) throws -> DumpNode {
        let delegate = DumpParser()
        let parser = XMLParser(data: data)
        parser.delegate = delegate
        let isRead = parser.parse()
        if !isRead { throw DumpFault.notXML(parser.parserError.map { "\($0)" } ?? "unknown fault") }
        guard let root = delegate.root else { throw DumpFault.noElements }
        return root
    }

    func parser(
        _ parser: XMLParser,
        didStartElement elementName: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        guard elementName.hasPrefix(Self.prefix) else { return self.open.append(nil) }
        let node = DumpNode(type: String(elementName.dropFirst(Self.prefix.count)), attributes: attributes)
        if let parent = self.open.last(where: { $0 != nil }) ?? nil {
            parent.children.append(node)
        } else if self.root == nil {
            self.root = node
        }
        self.open.append(node)
    }

    func parser(_ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?) {
        _ = self.open.popLast()
    }
}

import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Why a dump cannot be read.
public enum DumpFault: Error, CustomStringConvertible {
    /// The text is no XML, or ends before all that it opens is closed; why.
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

    private var roots: [DumpNode] = []
    /// The names of all that is open.
    private var names: [String] = []
    /// What is closed that was not open, or in another order.
    private var misplaced: String?
    private var fault: (any Error)?
    private var hasElements = false
    /// The open elements; nil stands for a tag that is no element, such as the wrapper around the application.
    private var open: [DumpNode?] = []

    static func read(_ data: Data) throws -> DumpNode {
        let delegate = DumpParser()
        let parser = XMLParser(data: data)
        parser.delegate = delegate
        let isRead = parser.parse()
        // Foundation on Linux takes a text that ends too early, and one of a few bytes, for a whole one.
        if let name = delegate.misplaced { throw DumpFault.notXML("</\(name)> closes what is not open") }
        let open = delegate.names.last.map { "; <\($0)> is not closed" } ?? ""
        if let fault = delegate.fault ?? parser.parserError {
            throw DumpFault.notXML("the parser's fault \((fault as NSError).code)\(open)")
        }
        if !open.isEmpty || !isRead { throw DumpFault.notXML("it ends too early\(open)") }
        if !delegate.hasElements { throw DumpFault.notXML("it has no element") }
        guard let root = delegate.roots.first else { throw DumpFault.noElements }
        return delegate.roots.count == 1 ? root : DumpNode(delegate.roots)
    }

    func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) { self.fault = parseError }

    func parser(
        _ parser: XMLParser,
        didStartElement elementName: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        self.names.append(elementName)
        self.hasElements = true
        guard elementName.hasPrefix(Self.prefix) else { return self.open.append(nil) }
        let node = DumpNode(type: String(elementName.dropFirst(Self.prefix.count)), attributes: attributes)
        if let parent = self.open.last(where: { $0 != nil }) ?? nil {
            parent.children.append(node)
        } else {
            self.roots.append(node)
        }
        self.open.append(node)
    }

    func parser(_ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?) {
        if self.names.popLast() != elementName { self.misplaced = self.misplaced ?? elementName }
        _ = self.open.popLast()
    }
}

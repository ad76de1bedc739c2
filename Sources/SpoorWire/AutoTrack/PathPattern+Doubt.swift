extension PathPattern {
    /// Why the pattern means no path that the engine writes; nil where it may.
    ///
    /// An app may give an element any id, so that such a pattern is kept, and said.
    public var doubt: String? {
        let text = self.description
        let end = "It means but an element whose own id it is; write the path as an event has it."
        if text.first?.isWhitespace == true { return "the path begins with a blank. \(end)" }
        guard text.utf8.first != UInt8(ascii: "#") else { return nil }
        if text.last?.isWhitespace == true { return "the path ends with a blank. \(end)" }
        guard self.parts.count > 1 || self.isPrefix else { return nil }
        for (index, part) in self.parts.enumerated() {
            guard case .exact(let text) = part else { continue }
            if text.isEmpty { return "the path has an empty part. \(end)" }
            guard let place = IndexedPart(text[...]) else {
                // The page that a normalised path begins at has no number, and an identifier takes its place.
                if index == 0 || text.utf8.contains(UInt8(ascii: "#")) { continue }
                return "the part \"\(Limits.shown(text))\" says no place, as in \"UIView[0]\". \(end)"
            }
            if let number = [place.first, place.second].compactMap(\.self).first(where: { !Self.isPlace($0) }) {
                return "\"\(Limits.shown(String(number)))\" is no place: write a number without zeros in front. \(end)"
            }
        }
        return nil
    }

    /// Whether a place is written as paths have it: a number, a dash, what a header or footer is.
    private static func isPlace(_ text: Substring) -> Bool {
        if text == "-" || text == "SectionHeader" || text == "SectionFooter" { return true }
        return Int(text).map { String($0) == text } ?? false
    }
}

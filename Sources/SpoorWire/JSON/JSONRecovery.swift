/// Finds the next element of an array behind one that is not valid JSON.
///
/// First by brackets and quotes, as if the broken element were merely odd inside. Where that does not come out, because
/// the element lacks a bracket or a quote itself, by the first object behind a comma that is valid and properly
/// followed. So one bad element costs no neighbour.
struct JSONRecovery {
    /// Where to go on.
    struct Resumption {
        /// The beginning of the next element, behind the comma.
        var position: Int

        /// The end of the broken element, before the comma or bracket.
        var endOfBroken: Int

        /// True when the array ended there.
        var isClosed: Bool
    }

    let scanner: JSONScanner

    /// The bytes that may still be looked at; a body made of broken elements must not cost time without bound.
    private(set) var budget: Int

    init(scanner: JSONScanner) {
        self.scanner = scanner
        self.budget = scanner.count * 8 + 4 << 20
    }

    /// The place to go on behind the element that begins at `start` and is broken by `error`; nil when nothing follows.
    mutating func resume(afterBrokenAt start: Int, _ error: JSONError) -> Resumption? {
        let byBrackets = self.resumeByBrackets(from: start)
        if let byBrackets, !byBrackets.isClosed || byBrackets.isBalanced { return byBrackets.resumption }
        // Cut in the middle: the rest is this element's own inside, in which nothing may be taken for an element.
        guard error.fault != .cut else { return nil }
        return self.resumeByObject(from: self.lastString(from: start, to: error.offset)) ?? byBrackets?.resumption
    }

    private struct BracketResult {
        var resumption: Resumption
        var isBalanced: Bool
        var isClosed: Bool { self.resumption.isClosed }
    }

    private mutating func resumeByBrackets(from start: Int) -> BracketResult? {
        var open: [UInt8] = []
        var position = start
        let end = min(self.scanner.count, start + max(self.budget, 0))
        defer { self.budget -= position - start }
        while position < end {
            let byte = self.scanner.base[position]
            switch byte {
            case UInt8(ascii: "\""):
                position = self.endOfString(at: position, end: end)
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                open.append(byte + 2)  // Its closing bracket, two further in ASCII.
            case UInt8(ascii: "}"):
                while let last = open.popLast(), last != byte {}
            case UInt8(ascii: "]"):
                guard open.contains(byte) else {
                    return BracketResult(resumption: self.closing(at: position), isBalanced: open.isEmpty)
                }
                while let last = open.popLast(), last != byte {}
            case UInt8(ascii: ",") where open.isEmpty:
                return BracketResult(resumption: self.comma(at: position), isBalanced: true)
            default: break
            }
            position += 1
        }
        return nil
    }

    private mutating func resumeByObject(from start: Int) -> Resumption? {
        var position = start
        while position < self.scanner.count, self.budget > 0 {
            self.budget -= 1
            guard self.scanner.base[position] == UInt8(ascii: ",") else {
                position += 1
                continue
            }
            var cursor = JSONCursor(self.scanner)
            cursor.position = position + 1
            cursor.skipBlanks()
            if cursor.current == UInt8(ascii: "{"), self.isElement(&cursor) { return self.comma(at: position) }
            self.budget -= cursor.position - position
            position += 1
        }
        return nil
    }

    private func isElement(_ cursor: inout JSONCursor) -> Bool {
        guard (try? cursor.skipValue(depth: 0)) != nil else { return false }
        cursor.skipBlanks()
        return cursor.current == UInt8(ascii: ",") || cursor.current == UInt8(ascii: "]")
    }

    /// The beginning of the last string before the fault: if its closing quote is missing, it swallowed neighbours.
    private func lastString(from start: Int, to fault: Int) -> Int {
        var position = start
        var last = fault
        while position < min(fault, self.scanner.count) {
            if self.scanner.base[position] == UInt8(ascii: "\"") {
                last = position
                position = self.endOfString(at: position, end: self.scanner.count)
            } else {
                position += 1
            }
        }
        // The fault may be the object itself, with its comma before it.
        return self.commaBefore(min(last, fault))
    }

    private func commaBefore(_ position: Int) -> Int {
        var index = position
        while index > 0 {
            let byte = self.scanner.base[index - 1]
            if byte == UInt8(ascii: ",") { return index - 1 }
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return position }
            index -= 1
        }
        return position
    }

    private func endOfString(at start: Int, end: Int) -> Int {
        var position = start + 1
        while position < end {
            let byte = self.scanner.base[position]
            if byte == UInt8(ascii: "\"") { return position + 1 }
            position += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        return end
    }

    private func comma(at position: Int) -> Resumption {
        Resumption(position: position + 1, endOfBroken: position, isClosed: false)
    }

    private func closing(at position: Int) -> Resumption {
        Resumption(position: position + 1, endOfBroken: position, isClosed: true)
    }
}

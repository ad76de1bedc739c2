/// The types of a method, as far as a hook must know them: which kinds of words go in and come out.
///
/// The same method is written differently by different runtimes and processors (`B` or `c` for a Boolean, offsets,
/// qualifiers, the names of classes); what is equal here is called in the same way.
struct MethodTypes: Equatable {
    enum Kind: Equatable {
        case nothing, object, selector, boolean, integer, pointer
        /// What does not travel in the registers for words: a fraction, a structure.
        case other
    }

    let result: Kind
    let arguments: [Kind]

    /// Reads an encoding like `v24@0:8B16`; nil for what is none, or no method's.
    init?(_ encoding: String) {
        var rest = Substring(encoding)
        var kinds: [Kind] = []
        while !rest.isEmpty {
            guard let kind = Self.take(&rest) else { return nil }
            kinds.append(kind)
        }
        guard kinds.count >= 3, kinds[1] == .object, kinds[2] == .selector else { return nil }
        self.result = kinds[0]
        self.arguments = Array(kinds.dropFirst(3))
    }

    /// Whether a hook can stand in for such a method: all it takes and gives are words, and at most four go in.
    var isSupported: Bool {
        self.result != .other && self.arguments.count <= Self.maxArguments
            && self.arguments.allSatisfy { $0 != .other && $0 != .nothing }
    }

    static let maxArguments = 4

    private static func take(_ rest: inout Substring) -> Kind? {
        rest = rest.drop { "rnNoORVA".contains($0) }
        guard let letter = rest.popFirst() else { return nil }
        let kind: Kind
        switch letter {
        case "v": kind = .nothing
        case "@", "#":
            kind = .object
            if rest.first == "?" { rest.removeFirst() }
            if rest.first == "<" || rest.first == "\"" { skipQuoted(&rest) }
        case ":": kind = .selector
        case "B", "c", "C": kind = .boolean
        case "i", "I", "s", "S", "l", "L", "q", "Q": kind = .integer
        case "*", "?": kind = .pointer
        case "^":
            guard Self.take(&rest) != nil else { return nil }
            kind = .pointer
        case "f", "d", "D": kind = .other
        case "{", "(", "[":
            guard skipBalanced(letter, &rest) else { return nil }
            kind = .other
        default: return nil
        }
        rest = rest.drop { $0.isNumber || $0 == "-" || $0 == "+" }
        return kind
    }

    /// Skips the class behind `@"`, or the types of a block behind `@?<`.
    private static func skipQuoted(_ rest: inout Substring) {
        let closing: Character = rest.removeFirst() == "<" ? ">" : "\""
        rest = rest.drop { $0 != closing }.dropFirst()
    }

    private static func skipBalanced(_ opening: Character, _ rest: inout Substring) -> Bool {
        let pairs: [Character: Character] = ["{": "}", "(": ")", "[": "]"]
        var open = [pairs[opening]]
        while let letter = rest.popFirst() {
            if let closing = pairs[letter] {
                open.append(closing)
            } else if letter == open.last {
                open.removeLast()
                if open.isEmpty { return true }
            }
        }
        return false
    }
}

#if canImport(ObjectiveC) || canImport(CGNUObjC)
/// What a hooked method was called with: up to four words, to be read by their kind.
public struct HookArguments {
    /// How many there are.
    public let count: Int

    var words: HookWords

    /// The object that the method gave back; nil where the handler runs before it, and for none.
    public let result: HookObject?

    /// Objects put in place of arguments, alive until the method returns.
    private(set) var kept: [HookObject] = []

    init(words: HookWords, count: Int, result: HookObject? = nil) {
        self.words = words
        self.count = count
        self.result = result
    }

    /// The argument at a place as an object; nil for nil, and past the end.
    ///
    /// - Parameter index: its place, from 0.
    /// - Returns: the object.
    public func object(at index: Int) -> HookObject? {
        Runtime.object(self.word(at: index))
    }

    /// The name of the selector at a place; nil for none.
    ///
    /// - Parameter index: its place, from 0.
    /// - Returns: the selector's name.
    public func selectorName(at index: Int) -> String? {
        Runtime.selectorName(self.word(at: index))
    }

    /// The argument at a place as a Boolean; false past the end.
    ///
    /// - Parameter index: its place, from 0.
    /// - Returns: the Boolean.
    public func boolean(at index: Int) -> Bool {
        // The rest of the register is anything.
        UInt8(truncatingIfNeeded: self.word(at: index)) != 0
    }

    /// The argument at a place as an integer; 0 past the end.
    ///
    /// - Parameter index: its place, from 0.
    /// - Returns: the integer.
    public func integer(at index: Int) -> Int {
        Int(bitPattern: self.word(at: index))
    }

    /// Puts an object in the place of an argument; it lives as long as the call.
    ///
    /// The method gets it where the handler runs before; after the method it changes nothing.
    ///
    /// - Parameters:
    ///   - index: the argument's place, from 0; past the end nothing happens.
    ///   - object: the object; nil for nil.
    public mutating func replace(at index: Int, with object: HookObject?) {
        guard index >= 0, index < self.count else { return }
        if let object { self.kept.append(object) }
        let word = object.map { Runtime.word($0) } ?? 0
        switch index {
        case 0: self.words.0 = word
        case 1: self.words.1 = word
        case 2: self.words.2 = word
        default: self.words.3 = word
        }
    }

    private func word(at index: Int) -> UInt {
        guard index >= 0, index < self.count else { return 0 }
        return switch index {
        case 0: self.words.0
        case 1: self.words.1
        case 2: self.words.2
        default: self.words.3
        }
    }
}

/// The words of a call, in the registers' order.
typealias HookWords = (UInt, UInt, UInt, UInt)
#endif

extension JSONScanner {
    /// One member of an object.
    public struct Member: Equatable, Sendable {
        /// The bytes of the key between its quotes.
        public var key: Range<Int>

        /// True when the key holds escapes, so that its bytes are not its text.
        public var keyHasEscapes: Bool

        /// The value.
        public var value: Slice
    }

    /// The members of an object, in order; repeated keys come repeatedly.
    public struct Members {
        private var cursor: JSONCursor
        private let depth: Int

        fileprivate init(cursor: JSONCursor, depth: Int) {
            self.cursor = cursor
            self.depth = depth
        }

        /// The next member, or nil at the end of the object and where its JSON is broken.
        public mutating func next() -> Member? {
            guard self.cursor.position < self.cursor.end else { return nil }
            do throws(JSONError) {
                return try self.read()
            } catch {
                self.cursor.position = self.cursor.end
                return nil
            }
        }

        private mutating func read() throws(JSONError) -> Member? {
            // Behind `{` or behind a comma.
            self.cursor.skipBlanks()
            guard self.cursor.current == UInt8(ascii: "\"") else {
                self.cursor.position = self.cursor.end
                return nil
            }
            let keyStart = self.cursor.position &+ 1
            let hasEscapes = try self.cursor.skipString()
            let key = Range(uncheckedBounds: (keyStart, self.cursor.position &- 1))
            self.cursor.skipBlanks()
            guard self.cursor.current == UInt8(ascii: ":") else { throw self.cursor.fault() }
            self.cursor.position &+= 1
            self.cursor.skipBlanks()
            let value = try self.cursor.skipValue(depth: self.depth)
            self.cursor.skipBlanks()
            if self.cursor.current == UInt8(ascii: ",") {
                self.cursor.position &+= 1
            } else {
                self.cursor.position = self.cursor.end
            }
            return Member(key: key, keyHasEscapes: hasEscapes, value: value)
        }
    }

    /// The members of an object that was found by this scanner; none for a value of another kind.
    public func members(of slice: Slice) -> Members {
        var cursor = JSONCursor(self, range: slice.range)
        cursor.position = slice.kind == .object ? cursor.position &+ 1 : cursor.end
        return Members(cursor: cursor, depth: 1)
    }

    /// True when the text between the quotes of a key or string without escapes is `text`.
    @inline(__always)
    public func equals(_ range: Range<Int>, _ text: StaticString) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        let start = self.base + range.lowerBound
        for index in 0..<range.count where start[index] != text.utf8Start[index] { return false }
        return true
    }

    /// The value of the last member named `key`, as parsers that build a tree would give it.
    public func member(_ key: String, of slice: Slice) -> Slice? {
        var members = self.members(of: slice)
        var found: Slice?
        while let member = members.next() {
            if self.text(ofKey: member) == key { found = member.value }
        }
        return found
    }

    /// The text of a member's key.
    public func text(ofKey member: Member) -> String {
        self.text(between: member.key, hasEscapes: member.keyHasEscapes)
    }
}

extension JSONScanner {
    /// The elements of an array that is known to be valid JSON.
    public struct Values {
        private var cursor: JSONCursor

        fileprivate init(cursor: JSONCursor) { self.cursor = cursor }

        /// The next element, or nil at the end of the array and where its JSON is broken.
        public mutating func next() -> Slice? {
            guard self.cursor.position < self.cursor.end else { return nil }
            self.cursor.skipBlanks()
            do throws(JSONError) {
                let slice = try self.cursor.skipValue(depth: 1)
                self.cursor.skipBlanks()
                if self.cursor.current == UInt8(ascii: ",") {
                    self.cursor.position &+= 1
                } else {
                    self.cursor.position = self.cursor.end
                }
                return slice
            } catch {
                self.cursor.position = self.cursor.end
                return nil
            }
        }
    }

    /// The elements of an array that was found by this scanner; none for a value of another kind.
    public func values(of slice: Slice) -> Values {
        var cursor = JSONCursor(self, range: slice.range)
        cursor.position = slice.kind == .array ? cursor.position &+ 1 : cursor.end
        return Values(cursor: cursor)
    }
}

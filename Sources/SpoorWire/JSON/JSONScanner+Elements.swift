extension JSONScanner {
    /// One element of a top-level array, or what stands where one should.
    public enum Element: Equatable, Sendable {
        /// A value of valid JSON.
        case value(Slice)

        /// Bytes that are not one: the range up to the next element, and what is wrong.
        case broken(Range<Int>, JSONError)
    }

    /// The elements of the array that the bytes are, each good one whatever its neighbours are (bug case O-31).
    ///
    /// Bytes that are not an array at all come as one broken element that spans them; check ``kind()`` first to tell a
    /// single object from an array.
    public func elements() -> Elements { Elements(scanner: self) }

    /// The kind of the value that the bytes seem to be, by their first character that is not blank.
    public func kind() -> Kind? {
        var cursor = JSONCursor(self)
        cursor.skipBlanks()
        switch cursor.current {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        case UInt8(ascii: "t"): return .true
        case UInt8(ascii: "f"): return .false
        case UInt8(ascii: "n"): return .null
        default: return nil
        }
    }

    /// Splits a top-level array; see ``JSONScanner/elements()``.
    public struct Elements {
        private enum State {
            case start
            case element
            case trailing
            case end
        }

        private let scanner: JSONScanner
        private var cursor: JSONCursor
        private var state = State.start
        private var recovery: JSONRecovery?

        fileprivate init(scanner: JSONScanner) {
            self.scanner = scanner
            self.cursor = JSONCursor(scanner)
        }

        /// The next element, or nil behind the last one.
        ///
        /// What stands behind a cut array or behind its `]` comes as a last broken element.
        public mutating func next() -> Element? {
            switch self.state {
            case .start: return self.open()
            case .element: return self.element()
            case .trailing: return self.close()
            case .end: return nil
            }
        }

        private mutating func open() -> Element? {
            self.cursor.skipBlanks()
            guard self.cursor.current == UInt8(ascii: "[") else {
                self.state = .end
                return .broken(0..<self.scanner.count, self.cursor.fault())
            }
            self.cursor.position &+= 1
            self.cursor.skipBlanks()
            if self.cursor.current == UInt8(ascii: "]") {
                self.cursor.position &+= 1
                return self.close()
            }
            self.state = .element
            return self.element()
        }

        private mutating func element() -> Element? {
            self.cursor.skipBlanks()
            let start = self.cursor.position
            do throws(JSONError) {
                // Its own levels are counted, not the array around it.
                let slice = try self.cursor.skipValue(depth: 0)
                self.cursor.skipBlanks()
                try self.separate()
                return .value(slice)
            } catch {
                return self.recover(from: start, error)
            }
        }

        /// Moves over the comma or the bracket behind an element.
        private mutating func separate() throws(JSONError) {
            switch self.cursor.current {
            case UInt8(ascii: ","):
                self.cursor.position &+= 1
            case UInt8(ascii: "]"):
                self.cursor.position &+= 1
                self.state = .end
                self.cursor.skipBlanks()
                // Something behind the array: say so in a turn of its own.
                if self.cursor.position < self.cursor.end { self.state = .trailing }
            case UInt8(ascii: "{"):
                break  // Only the comma between two objects is missing; both are whole.
            default:
                throw self.cursor.fault()
            }
        }

        private mutating func close() -> Element? {
            self.state = .end
            self.cursor.skipBlanks()
            guard self.cursor.position < self.cursor.end else { return nil }
            return .broken(
                self.cursor.position..<self.cursor.end,
                JSONError(fault: .trailing, offset: self.cursor.position)
            )
        }

        private mutating func recover(from start: Int, _ error: JSONError) -> Element {
            if self.recovery == nil { self.recovery = JSONRecovery(scanner: self.scanner) }
            guard let next = self.recovery?.resume(afterBrokenAt: start, error) else {
                self.state = .end
                return .broken(start..<self.scanner.count, error)
            }
            self.cursor.position = next.position
            if next.isClosed {
                self.cursor.skipBlanks()
                self.state = self.cursor.position < self.cursor.end ? .trailing : .end
            }
            return .broken(start..<next.endOfBroken, error)
        }
    }
}

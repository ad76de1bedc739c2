/// A position in JSON bytes that moves over whole values and checks their grammar on the way.
struct JSONCursor {
    let base: UnsafePointer<UInt8>
    let end: Int
    let maxDepth: Int
    var position: Int

    init(_ scanner: JSONScanner, range: Range<Int>? = nil) {
        self.base = scanner.base
        self.maxDepth = scanner.maxDepth
        self.position = range?.lowerBound ?? 0
        self.end = range?.upperBound ?? scanner.count
    }

    /// The byte at the position; 0 at the end, where it is never valid.
    @inline(__always)
    var current: UInt8 { self.position < self.end ? self.base[self.position] : 0 }

    @inline(__always)
    mutating func skipBlanks() {
        while self.position < self.end {
            let byte = self.base[self.position]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            self.position &+= 1
        }
    }

    /// The error that the byte at the position is.
    @inline(never)
    func fault() -> JSONError {
        guard self.position < self.end else { return JSONError(fault: .cut, offset: self.end) }
        return JSONError(fault: .unexpected(self.base[self.position]), offset: self.position)
    }

    /// Moves over one value that begins at the position.
    mutating func skipValue(depth: Int) throws(JSONError) -> JSONScanner.Slice {
        let start = self.position
        let kind: JSONScanner.Kind
        switch self.current {
        case UInt8(ascii: "\""):
            try self.skipString()
            kind = .string
        case UInt8(ascii: "{"):
            try self.skipObject(depth: depth)
            kind = .object
        case UInt8(ascii: "["):
            try self.skipArray(depth: depth)
            kind = .array
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            try self.skipNumber()
            kind = .number
        case UInt8(ascii: "t"):
            try self.skipWord("true")
            kind = .true
        case UInt8(ascii: "f"):
            try self.skipWord("false")
            kind = .false
        case UInt8(ascii: "n"):
            try self.skipWord("null")
            kind = .null
        default:
            throw self.fault()
        }
        return JSONScanner.Slice(range: Range(uncheckedBounds: (start, self.position)), kind: kind)
    }

    private mutating func skipObject(depth: Int) throws(JSONError) {
        guard depth < self.maxDepth else { throw JSONError(fault: .tooDeep, offset: self.position) }
        self.position &+= 1
        self.skipBlanks()
        if self.current == UInt8(ascii: "}") {
            self.position &+= 1
            return
        }
        while true {
            guard self.current == UInt8(ascii: "\"") else { throw self.fault() }
            try self.skipString()
            self.skipBlanks()
            guard self.current == UInt8(ascii: ":") else { throw self.fault() }
            self.position &+= 1
            self.skipBlanks()
            _ = try self.skipValue(depth: depth &+ 1)
            self.skipBlanks()
            let byte = self.current
            guard byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") else { throw self.fault() }
            self.position &+= 1
            if byte == UInt8(ascii: "}") { return }
            self.skipBlanks()
        }
    }

    private mutating func skipArray(depth: Int) throws(JSONError) {
        guard depth < self.maxDepth else { throw JSONError(fault: .tooDeep, offset: self.position) }
        self.position &+= 1
        self.skipBlanks()
        if self.current == UInt8(ascii: "]") {
            self.position &+= 1
            return
        }
        while true {
            _ = try self.skipValue(depth: depth &+ 1)
            self.skipBlanks()
            let byte = self.current
            guard byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") else { throw self.fault() }
            self.position &+= 1
            if byte == UInt8(ascii: "]") { return }
            self.skipBlanks()
        }
    }

    /// Moves over a string from its opening to behind its closing quote; true when it holds an escape.
    @discardableResult
    mutating func skipString() throws(JSONError) -> Bool {
        var hasEscape = false
        var position = self.position &+ 1
        let base = self.base
        let end = self.end
        while true {
            while position &+ 8 <= end {
                let word = UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self)
                let marks = EscapeScan.marks(in: word)
                guard marks != 0 else {
                    position &+= 8
                    continue
                }
                position &+= marks.littleEndian.trailingZeroBitCount / 8
                break
            }
            while position < end, base[position] >= 0x20, base[position] != UInt8(ascii: "\""),
                base[position] != UInt8(ascii: "\\")
            {
                position &+= 1
            }
            guard position < end else { throw JSONError(fault: .cut, offset: end) }
            let byte = base[position]
            if byte == UInt8(ascii: "\"") {
                self.position = position &+ 1
                return hasEscape
            }
            guard byte == UInt8(ascii: "\\") else {
                throw JSONError(fault: .controlCharacter(byte), offset: position)
            }
            hasEscape = true
            position = try self.skipEscape(at: position)
        }
    }

    /// The position behind the escape that begins at `position`.
    private func skipEscape(at position: Int) throws(JSONError) -> Int {
        guard position &+ 1 < self.end else { throw JSONError(fault: .cut, offset: self.end) }
        switch self.base[position &+ 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return position &+ 2
        case UInt8(ascii: "u"):
            guard position &+ 6 <= self.end else { throw JSONError(fault: .cut, offset: self.end) }
            for index in position &+ 2..<position &+ 6 where JSONHex.value(of: self.base[index]) == nil {
                throw JSONError(fault: .escape, offset: position)
            }
            return position &+ 6
        default:
            throw JSONError(fault: .escape, offset: position)
        }
    }

    private mutating func skipDigits() throws(JSONError) {
        let start = self.position
        while self.current &- UInt8(ascii: "0") < 10 { self.position &+= 1 }
        guard self.position > start else { throw self.fault() }
    }

    private mutating func skipNumber() throws(JSONError) {
        if self.current == UInt8(ascii: "-") { self.position &+= 1 }
        if self.current == UInt8(ascii: "0") {
            self.position &+= 1
            guard self.current &- UInt8(ascii: "0") >= 10 else { throw self.fault() }
        } else {
            try self.skipDigits()
        }
        if self.current == UInt8(ascii: ".") {
            self.position &+= 1
            try self.skipDigits()
        }
        if self.current | 0x20 == UInt8(ascii: "e") {
            self.position &+= 1
            if self.current == UInt8(ascii: "+") || self.current == UInt8(ascii: "-") { self.position &+= 1 }
            try self.skipDigits()
        }
    }

    private mutating func skipWord(_ word: StaticString) throws(JSONError) {
        for index in 0..<word.utf8CodeUnitCount {
            guard self.current == word.utf8Start[index] else { throw self.fault() }
            self.position &+= 1
        }
    }
}

/// Hexadecimal digits.
enum JSONHex {
    @inline(__always)
    static func value(of byte: UInt8) -> UInt32? {
        let digit = byte &- UInt8(ascii: "0")
        if digit < 10 { return UInt32(digit) }
        let letter = (byte | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? UInt32(letter) + 10 : nil
    }
}

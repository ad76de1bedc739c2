/// A reader of JSON in place: values are ranges of the bytes, and no tree is built.
///
/// For what arrives at high rates: it splits arrays, walks the members of objects and reads single texts and numbers.
/// It never traps and follows a bounded number of levels (bug case O-35). The bytes belong to the caller and must
/// outlive the scanner.
public struct JSONScanner {
    /// What kind of value a range holds.
    public enum Kind: UInt8, Equatable, Sendable {
        /// An object.
        case object

        /// An array.
        case array

        /// A text; its range includes the quotes.
        case string

        /// A number.
        case number

        /// True.
        case `true`

        /// False.
        case `false`

        /// Null.
        case null
    }

    /// A value, as the place where it stands.
    public struct Slice: Equatable, Sendable {
        /// The bytes of the value.
        public var range: Range<Int>

        /// What it is.
        public var kind: Kind

        /// Creates a slice.
        public init(range: Range<Int>, kind: Kind) {
            self.range = range
            self.kind = kind
        }
    }

    /// The bytes that are read.
    public let bytes: UnsafeRawBufferPointer

    /// The levels of nesting that are followed.
    public let maxDepth: Int

    let base: UnsafePointer<UInt8>
    let count: Int

    /// Creates a scanner over bytes that the caller keeps alive.
    public init(_ bytes: UnsafeRawBufferPointer, maxDepth: Int = Limits.maxDepth) {
        self.bytes = bytes
        self.maxDepth = maxDepth
        self.count = bytes.count
        // An empty buffer may have no address; nothing is ever read from it.
        self.base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? Self.nowhere
    }

    /// The whole of the bytes as one value, checked to be valid JSON with nothing but blanks around it.
    public func value() throws(JSONError) -> Slice {
        var cursor = JSONCursor(self)
        cursor.skipBlanks()
        let slice = try cursor.skipValue(depth: 0)
        cursor.skipBlanks()
        guard cursor.position == self.count else { throw JSONError(fault: .trailing, offset: cursor.position) }
        return slice
    }

    /// The bytes of a range.
    public func raw(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: self.bytes[range])
    }

    private nonisolated(unsafe) static let nowhere = UnsafePointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))
}

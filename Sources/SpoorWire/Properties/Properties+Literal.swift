extension Properties: ExpressibleByDictionaryLiteral {
    /// Creates properties from a literal; of equal keys the last one that has a value wins.
    public init(dictionaryLiteral elements: (String, (any PropertyConvertible)?)...) {
        var entries = ContiguousArray<Entry>()
        entries.reserveCapacity(elements.count)
        var others: [(key: String, conversion: PropertyConversion)] = []
        var lengths = LengthSet()
        elements.withUnsafeBufferPointer { elements in
            for index in elements.indices {
                guard let element = LiteralElement(elements, at: index) else { continue }
                switch element.value.pointee.propertyConversion {
                case .value(let value)
                where lengths.insert(element.key.pointee.utf8.count)
                    || !entries.contains { $0.key == element.key.pointee }:
                    entries.append(Entry(key: element.key.pointee, value: value))
                case .absent:
                    break
                case let other:
                    others.append((element.key.pointee, other))
                }
            }
        }
        self.init(entries: entries)
        // Those that may repeat a key, or are in some way odd; their place among the others does not matter.
        for other in others { self.take(other.conversion, forKey: other.key, isNewKey: false) }
    }
}

/// The lengths of the keys seen so far: a key of a new length cannot be a repeated one, and need not be compared.
private struct LengthSet {
    private var bits: UInt64 = 0

    /// Adds a length; true when none like it was there.
    @inline(__always)
    mutating func insert(_ length: Int) -> Bool {
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: length)
        let isNew = self.bits & bit == 0
        self.bits |= bit
        return isNew
    }
}

/// One pair of a dictionary literal, reached where it stands.
///
/// Reading the pair as a value copies key and value through the runtime's slow path for tuples, which would be half of
/// what a literal costs. The layout is that of any pair of a string and an optional existential.
private struct LiteralElement {
    private struct Layout {
        var key: String
        var value: (any PropertyConvertible)?
    }

    /// Where the value begins: behind the string, whose size differs on watches with 32-bit pointers.
    private static var valueOffset: Int {
        let alignment = MemoryLayout<(any PropertyConvertible)?>.alignment
        return (MemoryLayout<String>.size + alignment - 1) / alignment * alignment
    }

    let key: UnsafePointer<String>
    let value: UnsafePointer<any PropertyConvertible>

    /// Nil for a pair whose value is nil.
    @inline(__always)
    init?(_ elements: UnsafeBufferPointer<(String, (any PropertyConvertible)?)>, at index: Int) {
        guard let base = elements.baseAddress else { return nil }
        let pair = UnsafeRawPointer(base + index)
        let value = pair + Self.valueOffset
        // An existential of one protocol is three words of value, the type and the conformance; nil has no type.
        guard (value + 3 * MemoryLayout<UInt>.size).load(as: UInt.self) != 0 else { return nil }
        self.key = pair.assumingMemoryBound(to: String.self)
        self.value = value.assumingMemoryBound(to: (any PropertyConvertible).self)
    }
}

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
                switch element.conversion() {
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
/// Reading the pair as a value copies key and value through the runtime's slow path for tuples, which would be most of
/// what a literal costs. The layout relied on is part of Swift's stable ABI: a pair is its parts in order, and an
/// existential of one protocol is three words that hold a small value itself, its type and its conformance; nil has no
/// type. A test compares the outcome with that of the plain way.
private struct LiteralElement {
    let key: UnsafePointer<String>
    private let value: UnsafeRawPointer
    private let type: Any.Type

    /// Nil for a pair whose value is nil.
    @inline(__always)
    init?(_ elements: UnsafeBufferPointer<(String, (any PropertyConvertible)?)>, at index: Int) {
        guard let base = elements.baseAddress else { return nil }
        let pair = UnsafeRawPointer(base + index)
        let value = pair + MemoryLayout<String>.stride
        guard let type = (value + 24).load(as: Any.Type?.self) else { return nil }
        self.key = pair.assumingMemoryBound(to: String.self)
        self.value = value
        self.type = type
    }

    /// The value in its property form; the types that nearly all values have are read without a dynamic call.
    @inline(__always)
    func conversion() -> PropertyConversion {
        if self.type == String.self { return .value(.string(self.read(String.self))) }
        if self.type == Int.self { return .value(.integer(Int64(self.read(Int.self)))) }
        if self.type == Bool.self { return .value(.boolean(self.read(Bool.self))) }
        if self.type == Double.self { return self.read(Double.self).propertyConversion }
        return self.otherConversion()
    }

    @inline(__always)
    private func read<Value>(_ type: Value.Type) -> Value { self.value.assumingMemoryBound(to: type).pointee }

    @inline(never)
    private func otherConversion() -> PropertyConversion {
        self.read((any PropertyConvertible).self).propertyConversion
    }
}

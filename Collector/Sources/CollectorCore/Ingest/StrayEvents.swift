import SpoorWire

/// Events of a request that name another project than the request does, by a `project` of their own.
public struct StrayEvents: Equatable, Sendable {
    /// The project they name.
    public let project: String
    /// Their positions in the request, ascending.
    public internal(set) var indexes: [Int] = []
    /// Where they stand in the request's body.
    var ranges: [Range<Int>] = []
}

extension DecodedBatch {
    /// The events of a stray group as a body of their own, in their order.
    public func body(of strays: StrayEvents) -> ByteBlock {
        var writer = ByteWriter(capacity: strays.ranges.reduce(2) { $0 + $1.count + 1 })
        writer.append("[")
        for (place, range) in strays.ranges.enumerated() {
            if place > 0 { writer.append(",") }
            writer.append(bytes: UnsafeRawBufferPointer(rebasing: self.body.bytes[range]))
        }
        writer.append("]")
        return writer.withBytes { ByteBlock(copying: $0) }
    }

    /// Refuses a stray group, whose project cannot be used; its events are kept among this batch's rejects.
    public mutating func refuse(_ strays: StrayEvents, reason: String) {
        for (index, range) in zip(strays.indexes, strays.ranges) {
            self.refuse(index: index, reason: reason, raw: UnsafeRawBufferPointer(rebasing: self.body.bytes[range]))
        }
    }

    /// Notes an event that names another project; true when it does.
    mutating func isStray(_ slice: JSONScanner.Slice, index: Int, naming project: String) -> Bool {
        guard !project.isEmpty, project != self.project else { return false }
        let group = self.strays.firstIndex { $0.project == project } ?? self.strays.count
        if group == self.strays.count { self.strays.append(StrayEvents(project: project)) }
        self.strays[group].indexes.append(index)
        self.strays[group].ranges.append(slice.range)
        return true
    }
}

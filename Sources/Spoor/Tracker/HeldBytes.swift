import SpoorWire

extension EventDraft {
    /// About how much a draft keeps in memory beside what all do.
    var heldBytes: Int {
        let layers = [self.own, self.above, self.dynamic, self.below].reduce(0) { $0 + $1.heldBytes }
        let texts = [self.name, self.project ?? "", self.token ?? "", self.originalID ?? "", self.item?.id ?? ""]
        return layers + texts.reduce(0) { $0 + $1.utf8.count } + (self.identityBytes?.count ?? 0)
    }
}

extension Properties {
    /// About how much properties keep in memory.
    var heldBytes: Int {
        self.textBytes { $0 * $1 } + self.count * MemoryLayout<Entry>.stride
    }

    /// How many bytes they have on the wire, at least.
    var leastWireBytes: Int { self.textBytes { _, _ in 0 } }

    /// The bytes of names and texts.
    ///
    /// - Parameter list: what a list of so many elements takes, each of so many bytes.
    /// - Returns: their sum.
    private func textBytes(ofList list: (_ count: Int, _ stride: Int) -> Int) -> Int {
        self.entries.reduce(0) { sum, entry in
            let bytes =
                switch entry.value {
                case .string(let text): text.utf8.count
                case .list(let texts):
                    texts.reduce(list(texts.count, MemoryLayout<String>.stride)) { $0 + $1.utf8.count }
                case .datedList(let elements):
                    elements.reduce(list(elements.count, MemoryLayout<PropertyValue.Element>.stride)) {
                        if case .text(let text) = $1 { $0 + text.utf8.count } else { $0 }
                    }
                case .integer, .unsigned, .number, .boolean, .date: 0
                }
            return sum + entry.key.utf8.count + bytes
        }
    }
}

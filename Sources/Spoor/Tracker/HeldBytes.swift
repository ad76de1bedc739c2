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
        self.textBytes { $0.count * MemoryLayout<String>.stride } + self.count * MemoryLayout<Entry>.stride
    }

    /// How many bytes they have on the wire, at least.
    var leastWireBytes: Int { self.textBytes { _ in 0 } }

    /// The bytes of names and texts.
    ///
    /// - Parameter list: what the list itself takes.
    /// - Returns: their sum.
    private func textBytes(ofList list: ([String]) -> Int) -> Int {
        self.entries.reduce(0) { sum, entry in
            let bytes =
                switch entry.value {
                case .string(let text): text.utf8.count
                case .list(let texts): texts.reduce(list(texts)) { $0 + $1.utf8.count }
                case .integer, .unsigned, .number, .boolean, .date: 0
                }
            return sum + entry.key.utf8.count + bytes
        }
    }
}

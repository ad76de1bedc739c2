import CollectorCore

/// Finds the selectors that an event's name belongs to, by its dictionary id.
struct SelectorTable {
    /// One bit for each selector of that name; indexed by the name's id.
    private let bitsByName: [UInt32]
    private let bitsForAll: UInt32
    /// The names to ask the store for; nothing where a selector means every event.
    let names: Set<Int32>?
    /// The names that conditions have to be checked for; nothing where that may be every event.
    let filteredNames: Set<Int32>?
    /// One bit for each selector with conditions.
    let filtered: UInt32

    /// The largest number of selectors in one query.
    static let limit = 32

    init(_ selectors: [EventSelector], source: any FactSource) {
        var names: Set<Int32> = []
        var filteredNames: Set<Int32> = []
        var bits: [UInt32] = []
        var all: UInt32 = 0
        var filtered: UInt32 = 0
        for (index, selector) in selectors.prefix(SelectorTable.limit).enumerated() {
            let bit: UInt32 = 1 << UInt32(index)
            if !selector.filters.isEmpty { filtered |= bit }
            guard let name = selector.name else {
                all |= bit
                continue
            }
            guard let id = source.nameID(name), id > 0 else { continue }
            names.insert(id)
            if !selector.filters.isEmpty { filteredNames.insert(id) }
            if Int(id) >= bits.count { bits += Array(repeating: 0, count: Int(id) + 1 - bits.count) }
            bits[Int(id)] |= bit
        }
        self.bitsByName = bits
        self.bitsForAll = all
        self.filtered = filtered
        self.names = all == 0 ? names : nil
        self.filteredNames = all & filtered == 0 ? filteredNames : nil
    }

    /// Tells whether no stored event can be meant.
    var isEmpty: Bool { self.names?.isEmpty ?? false }

    /// One bit for each selector that the name belongs to, before conditions on properties.
    ///
    /// Name 0 marks operations on profiles, which are no events to an analysis.
    @inline(__always)
    func bits(_ name: Int32) -> UInt32 {
        guard name > 0 else { return 0 }
        let index = Int(name)
        return index < self.bitsByName.count ? self.bitsByName[index] | self.bitsForAll : self.bitsForAll
    }
}

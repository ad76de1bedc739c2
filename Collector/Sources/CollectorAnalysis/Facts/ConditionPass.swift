import CollectorCore
import SpoorWire

/// Finds, before an analysis walks through people, which events meet the conditions of which selectors.
///
/// Conditions need the whole event, and whole events are cheap to read only in the order in which they are stored, while
/// one person's events are scattered. So the events that passed are remembered by their place.
struct ConditionPass {
    private let table: SelectorTable
    /// One bit for each selector that an event met; by day after the first, then by row.
    private var passed: [ContiguousArray<UInt32>] = []
    private var firstDay: Int32 = 0

    init(_ selectors: [EventSelector], table: SelectorTable, source: any FactSource, range: Range<Int64>) throws {
        self.table = table
        guard table.filtered != 0, !table.isEmpty else { return }
        var passed: [Int32: ContiguousArray<UInt32>] = [:]
        var day: Int32 = 0
        var rows: ContiguousArray<UInt32> = []
        try source.forEachEvent(in: range, names: table.filteredNames) { fact, bytes in
            let named = table.bits(fact.name) & table.filtered
            guard named != 0 else { return true }
            let met = EventSelector.bits(named, of: selectors, metBy: EventText(bytes))
            guard met != 0 else { return true }
            if fact.day != day {
                if !rows.isEmpty { passed[day] = rows }
                day = fact.day
                rows = passed.removeValue(forKey: day) ?? []
            }
            let row = Int(fact.row)
            if row >= rows.count { rows.append(contentsOf: repeatElement(0, count: row + 1 - rows.count)) }
            rows[row] = met
            return true
        }
        if !rows.isEmpty { passed[day] = rows }
        guard let first = passed.keys.min(), let last = passed.keys.max() else { return }
        self.firstDay = first
        self.passed = (first...last).map { passed[$0] ?? [] }
    }

    /// One bit for each selector whose name and conditions the event meets.
    @inline(__always)
    func bits(_ fact: Fact) -> UInt32 {
        let named = self.table.bits(fact.name)
        guard named & self.table.filtered != 0 else { return named }
        return named & (~self.table.filtered | self.met(fact))
    }

    private func met(_ fact: Fact) -> UInt32 {
        let day = Int(fact.day) - Int(self.firstDay)
        guard self.passed.indices.contains(day) else { return 0 }
        let row = Int(fact.row)
        return row < self.passed[day].count ? self.passed[day][row] : 0
    }
}

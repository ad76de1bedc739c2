import CollectorCore
import SpoorWire

/// Finds, before an analysis walks through people, which events meet the conditions of which selectors.
///
/// Conditions need the whole event, and whole events are cheap to read only in the order in which they are stored, while
/// one person's events are scattered. So the events that passed are remembered by their place.
struct ConditionPass {
    private let table: SelectorTable
    private var passed: [FactKey: UInt32] = [:]

    init(_ selectors: [EventSelector], table: SelectorTable, source: any FactSource, range: Range<Int64>) throws {
        self.table = table
        guard table.filtered != 0, !table.isEmpty else { return }
        var passed: [FactKey: UInt32] = [:]
        try source.forEachEvent(in: range, names: table.filteredNames) { fact, bytes in
            let named = table.bits(fact.name) & table.filtered
            guard named != 0 else { return true }
            let event = EventText(bytes)
            let met = EventSelector.bits(named, of: selectors, metBy: event)
            if met != 0 { passed[FactKey(fact)] = met }
            return true
        }
        self.passed = passed
    }

    /// One bit for each selector whose name and conditions the event meets.
    @inline(__always)
    func bits(_ fact: Fact) -> UInt32 {
        let named = self.table.bits(fact.name)
        guard named & self.table.filtered != 0 else { return named }
        return named & (~self.table.filtered | (self.passed[FactKey(fact)] ?? 0))
    }
}

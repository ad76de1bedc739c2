import SpoorAutoTrack
import SpoorTesting
import SpoorWire
import Testing

@MainActor
struct ScrollBookTests {
    private let list = ManualElement("List", .table)
    private let other = ManualElement("Other", .table)

    @Test("Where something stands is told at the first look, and then where it changed", arguments: [0.0, -4, 1_688])
    func first(offset: Double) {
        var book = ScrollBook()
        let ids = [self.list, self.other].map { ObjectIdentifier($0) }
        #expect(ids.map { book.isNew($0, at: offset) } == [true, true])
        #expect(ids.map { book.isNew($0, at: offset) } == [false, false])
        #expect(ids.map { book.isNew($0, at: $0 == ids[0] ? offset + 1 : offset) } == [true, false])
        book.forget(ids[1])
        #expect(ids.map { book.isNew($0, at: $0 == ids[0] ? offset + 1 : offset) } == [false, true])
        book.pagesChanged()
        #expect(ids.map { book.isNew($0, at: offset) } == [true, true])
    }

    @Test("A page's depth has what was scrolled before the first look, and at a later view what is still scrolled")
    func depth() {
        let bench = AutoTrackerBench()
        var book = ScrollBook()
        func look(at offset: Double) {
            guard book.isNew(ObjectIdentifier(bench.table), at: offset) else { return }
            bench.tracker.scrolled(bench.table, offsetY: offset, viewportHeight: 600)
        }
        for offset in [1_500.0, 900] {
            bench.tracker.pageDidAppear(bench.page)
            book.pagesChanged()
            look(at: offset)
            look(at: offset)
            bench.tracker.pageDidDisappear(bench.page)
            book.pagesChanged()
        }
        let depths = bench.events.filter { $0.name == "$AppPageLeave" }.map { $0.properties["$scrolled_screens"] }
        #expect(depths == [.number(2.5), .number(1.5)])
    }
}

import CollectorCore

/// The place of one event in the store; unique in its project.
struct FactKey: Hashable {
    let day: Int32
    let row: Int64

    init(_ fact: Fact) {
        self.day = fact.day
        self.row = fact.row
    }
}

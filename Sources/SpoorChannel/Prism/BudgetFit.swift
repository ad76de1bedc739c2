/// Whether an encoded batch may go over a metered network, given what is left of the day's budget.
///
/// A batch larger than what is left is made smaller. A single record is begun as long as anything is left, so that a
/// large one cannot keep those behind it waiting for good; the budget is overshot by at most that one record.
package enum BudgetFit: Equatable, Sendable {
    /// Send it.
    case send

    /// Take at most this many records instead.
    case shrink(maxCount: Int)

    /// Nothing is left: wait for the next day or for another network.
    case wait

    /// Decides.
    ///
    /// - Parameters:
    ///   - bytes: the request's bytes on the wire.
    ///   - count: how many records are in it.
    ///   - remaining: what is left of the budget.
    package init(bytes: Int, count: Int, remaining: Int64) {
        guard remaining > 0 else {
            self = .wait
            return
        }
        guard bytes > remaining, count > 1 else {
            self = .send
            return
        }
        let share = Double(count) * (Double(remaining) / Double(bytes))
        self = .shrink(maxCount: min(max(1, Int(share)), count - 1))
    }
}

import SpoorStore
import Testing

struct WithdrawalTests {
    @Test func aWithdrawalKeepsTheFarthestMarkAndWhatCameMeanwhile() {
        var withdrawal = Withdrawal()
        #expect(withdrawal.isEmpty)
        withdrawal.add([.tracked: 5, .automatic: 9])
        withdrawal.add([.tracked: 3])
        withdrawal.add(properties: ["$latitude"], through: 7)
        #expect(withdrawal.records == [.tracked: 5, .automatic: 9])
        let done = withdrawal
        withdrawal.add([.tracked: 8])
        withdrawal.add(properties: ["$longitude"], through: 7)
        withdrawal.remove(done)
        #expect(withdrawal.records == [.tracked: 8] && withdrawal.properties == ["$longitude": 7])
    }
}

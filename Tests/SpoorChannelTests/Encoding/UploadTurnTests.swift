import Testing

@testable import SpoorChannel

struct UploadTurnTests {
    @Test(arguments: [ChannelEncoding.json, .sensorsForm, .packet])
    func otherEncodingsHaveOnePart(encoding: ChannelEncoding) {
        var turn = UploadTurn(encoding)
        for _ in 0..<3 {
            #expect(turn.parts == [.whole] && turn.part == .whole)
            turn.took(.whole)
            turn.delivered(isSearching: false)
        }
    }

    @Test func metasAndDetailsTakeTurnsMetasFirst() {
        var turn = UploadTurn(.packetV1)
        var order: [UploadPart] = []
        for _ in 0..<4 {
            order.append(turn.parts[0])
            turn.took(turn.parts[0])
            turn.delivered(isSearching: false)
        }
        #expect(order == [.metas, .details, .metas, .details])
    }

    @Test func anEmptyPartIsPassedOverAndBothMustBeEmptyAtTheEnd() {
        var turn = UploadTurn(.packetV1)
        #expect(turn.parts == [.metas, .details])
        turn.took(.details)
        turn.delivered(isSearching: false)
        turn.took(.details)
        #expect(turn.part == .details && turn.parts == [.details, .metas])
    }

    @Test func aBatchThatIsTriedAgainAndASearchStayWithTheirPart() {
        var turn = UploadTurn(.packetV1)
        turn.took(.metas)
        turn.delivered(isSearching: true)
        #expect(turn.parts[0] == .metas)
        turn.took(.metas)
        turn.took(.metas)
        #expect(turn.parts[0] == .metas)
        turn.delivered(isSearching: false)
        #expect(turn.parts[0] == .details)
    }
}

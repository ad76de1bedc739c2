import CollectorCore
import CollectorServer
import Foundation
import SpoorWire
import Testing

struct DuplicateTests {
    private static func body(_ ids: ClosedRange<Int>) -> [UInt8] {
        let events = ids.map { id in
            #"{"_id":"p-\#(id)","_seq":\#(id),"type":"track","event":"e","time":1790000000000,"distinct_id":"u"}"#
        }
        return Array("[\(events.joined(separator: ","))]".utf8)
    }

    /// O-08/collector: three stored and not heard of, then five of which three are known.
    @Test("O-08 the collector removes duplicates by event, not by body")
    func duplicatesAreFoundByEvent() throws {
        let server = try LiveServer()
        var answer = try server.send("POST", "/v1/events?project=shop", body: Self.body(1...3))
        #expect(answer.headers["spoor-receipt"] == "stored=3 duplicate=0")
        answer = try server.send("POST", "/v1/events?project=shop", body: Self.body(1...5))
        #expect(answer.headers["spoor-receipt"] == "stored=2 duplicate=3")
        #expect(try server.collector.store.facts(project: "shop").allNames().map(\.count) == [5])
    }
}

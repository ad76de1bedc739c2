import CollectorCore
import CollectorServer
import Foundation
import SpoorWire
import Testing

/// Bug case O-03: from the SDK's bytes over the network into the store and out of the query API again.
struct ExactNumberTests {
    /// The six numbers of the case; as doubles some of them would be one.
    private static let numbers = [
        "987654321098765433", "9007199254740993", "9007199254740992", "9223372036854775807", "-9223372036854775808",
        "18446744073709551615",
    ]

    private static let values: [PropertyValue] = [
        .integer(987_654_321_098_765_433), .integer(9_007_199_254_740_993), .integer(9_007_199_254_740_992),
        .integer(.max), .integer(.min), .unsigned(.max),
    ]

    /// A server that has the six events, written by the SDK's own code.
    private func server() throws -> LiveServer {
        let server = try LiveServer { configuration in
            configuration.routes = { store in AnalysisAPI(store: store) { 1_790_000_100_000 }.routes }
        }
        var writer = ByteWriter()
        writer.append("[")
        for (index, value) in Self.values.enumerated() {
            if index > 0 { writer.append(",") }
            var properties = Properties()
            properties["order_no"] = value
            writer.append("{\"_id\":\"p-")
            writer.append(json: Int64(index + 1))
            writer.append("\",\"type\":\"track\",\"event\":\"order\",\"time\":1790000000000,\"distinct_id\":\"u1\",")
            writer.append("\"properties\":")
            writer.append(properties: properties, zone: FixedZone.gmt)
            writer.append("}")
        }
        writer.append("]")
        let answer = try server.send("POST", "/v1/events?project=default", body: writer.bytes)
        #expect(answer.headers["spoor-receipt"] == "stored=6 duplicate=0")
        return server
    }

    private func ask(_ question: String, of server: LiveServer) throws -> JSONValue {
        let answer = try server.send("GET", "/api/v1/\(question)")
        #expect(answer.status == 200, "\(answer.body)")
        return try JSONValue(parsing: answer.body)
    }

    // O-03/sdk-bytes O-03/stored-raw
    @Test("O-03 what the SDK writes and the collector stores has the exact digits")
    func storedEventsHaveTheExactDigits() throws {
        let server = try self.server()
        let stored = try server.collector.store.facts(project: "default").latest(limit: 10, name: nil, person: nil)
        let texts = stored.map { String(decoding: $0.json, as: UTF8.self) }
        for number in Self.numbers {
            #expect(texts.filter { $0.contains("\"order_no\":\(number)}") }.count == 1, "\(number)")
        }
    }

    // O-03/list O-03/javascript
    @Test("O-03 the list of events gives exact text, which JavaScript cannot round")
    func theListGivesExactText() throws {
        let answer = try self.ask("events?limit=10", of: try self.server())
        guard case .array(let events)? = answer["events"] else {
            Issue.record("no events")
            return
        }
        let values = events.compactMap { event -> JSONValue? in
            guard case .array(let properties)? = event["properties"] else { return nil }
            return properties.first { $0["name"]?.stringValue == "order_no" }?["value"]
        }
        // Every value is a JSON string, so no parser makes a double of it.
        #expect(Set(values.compactMap(\.stringValue)) == Set(Self.numbers) && values.count == 6)
    }

    // O-03/filter
    @Test("O-03 a filter finds exactly the one", arguments: numbers)
    func aFilterFindsExactlyTheOne(number: String) throws {
        let question = "trend?events=order&filter=order_no%3D\(number)&from=2026-09-01&to=2026-10-01"
        let answer = try self.ask(question, of: try self.server())
        guard case .array(let series)? = answer["series"] else {
            Issue.record("no series")
            return
        }
        #expect(series.first?["total"]?.int64Value == 1)
    }

    // O-03/group
    @Test("O-03 grouping gives six buckets of one")
    func groupingGivesSixBuckets() throws {
        let question = "trend?events=order&breakdown=order_no&from=2026-09-01&to=2026-10-01"
        let answer = try self.ask(question, of: try self.server())
        guard case .array(let series)? = answer["series"] else {
            Issue.record("no series")
            return
        }
        #expect(Set(series.compactMap { $0["group"]?["value"]?.stringValue }) == Set(Self.numbers))
        #expect(series.count == 6 && series.allSatisfy { $0["total"]?.int64Value == 1 })
    }
}

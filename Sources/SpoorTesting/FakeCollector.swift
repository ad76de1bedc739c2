public import SpoorChannel
public import SpoorWire

/// A collector in memory: takes native bodies and Sensors forms, removes duplicates by `_id`, answers with a receipt.
///
/// Faults are played by handing in what to do with the next requests.
public final class FakeCollector: Sendable {
    /// What to do with one request.
    public enum Behaviour: Sendable {
        /// Store it and say so.
        case store

        /// Store it and answer 200 without a receipt, as Sensors receivers do.
        case storeWithoutReceipt

        /// Store it, then cut the connection (bug case O-08).
        case storeThenCut

        /// Answer this without looking at the body.
        case answer(UploadAnswer)

        /// Refuse the whole request with 400 if an event of this name is in it (bug case O-07).
        case refuseBatchWith(event: String)

        /// The same, and name the positions of those events in the receipt.
        case refuseBatchNaming(event: String)

        /// Answer 413 if an event in it has more than this many bytes.
        case takeEventsUpTo(bytes: Int)

        /// Answer 413 if more than this many events are in it (bug case O-09).
        case takeAtMost(Int)

        /// Refuse events of this name one by one, in the receipt (bug case O-31).
        case rejectEvents(named: String)
    }

    private struct State {
        var events: [JSONValue] = []
        var ids: Set<String> = []
        var duplicates = 0
        var undecodable = 0
        var queue: [Behaviour] = []
        var standing = Behaviour.store
    }

    private let state = Locked(State())

    /// Creates an empty collector.
    public init() {}

    /// The events stored, in the order they arrived.
    public var events: [JSONValue] { self.state.withLock { $0.events } }

    /// How many events came more than once.
    public var duplicates: Int { self.state.withLock { $0.duplicates } }

    /// How many bodies could not be read.
    public var undecodable: Int { self.state.withLock { $0.undecodable } }

    /// The names of the stored events, in order.
    public var names: [String] { self.events.map { $0["event"]?.stringValue ?? "" } }

    /// Plays these behaviours for the next requests, one each, then the standing one again.
    public func next(_ behaviours: Behaviour...) {
        self.state.withLock { $0.queue += behaviours }
    }

    /// The behaviour for every request from now on.
    public func always(_ behaviour: Behaviour) {
        self.state.withLock { $0.standing = behaviour }
    }

    /// A transport that leads here.
    ///
    /// - Parameters:
    ///   - scheduler: whose time the answer's delay is measured in.
    ///   - delay: how long each answer takes.
    /// - Returns: the transport.
    public func transport(scheduler: any Scheduler, delay: Duration = .zero) -> ScriptedTransport {
        ScriptedTransport(scheduler: scheduler) { request, _ in
            ScriptedTransport.Reply(self.receive(request), after: delay)
        }
    }

    /// What it answers to a request, without a transport.
    public func receive(_ request: UploadRequest) -> UploadAnswer {
        self.state.withLock { state in
            let behaviour = state.queue.isEmpty ? state.standing : state.queue.removeFirst()
            if case .answer(let answer) = behaviour { return answer }
            guard let events = Self.decode(request) else {
                state.undecodable += 1
                return .response(UploadResponse(status: 400))
            }
            return Self.play(behaviour, events, &state)
        }
    }

    private static func play(_ behaviour: Behaviour, _ events: [JSONValue], _ state: inout State) -> UploadAnswer {
        switch behaviour {
        case .store, .answer:
            return Self.store(events, rejecting: nil, &state)
        case .storeWithoutReceipt:
            _ = Self.store(events, rejecting: nil, &state)
            return .response(UploadResponse(status: 200))
        case .storeThenCut:
            _ = Self.store(events, rejecting: nil, &state)
            return .failure("the connection was cut")
        case .refuseBatchWith(let name):
            if events.contains(where: { $0["event"]?.stringValue == name }) {
                return .response(UploadResponse(status: 400))
            }
            return Self.store(events, rejecting: nil, &state)
        case .refuseBatchNaming(let name):
            let named = events.indices.filter { events[$0]["event"]?.stringValue == name }
            guard !named.isEmpty else { return Self.store(events, rejecting: nil, &state) }
            let receipt = "stored=0 rejected=" + named.map(String.init).joined(separator: ",")
            return .response(UploadResponse(status: 422, headers: ["Spoor-Receipt": receipt]))
        case .takeEventsUpTo(let limit):
            return events.contains { $0.jsonText.utf8.count > limit }
                ? .response(UploadResponse(status: 413)) : Self.store(events, rejecting: nil, &state)
        case .takeAtMost(let limit):
            return events.count > limit
                ? .response(UploadResponse(status: 413)) : Self.store(events, rejecting: nil, &state)
        case .rejectEvents(let name):
            return Self.store(events, rejecting: name, &state)
        }
    }

    private static func store(_ events: [JSONValue], rejecting name: String?, _ state: inout State) -> UploadAnswer {
        var stored = 0
        var duplicate = 0
        var rejected: [Int] = []
        for (index, event) in events.enumerated() {
            if let name, event["event"]?.stringValue == name {
                rejected.append(index)
            } else if let id = event["_id"]?.stringValue, !state.ids.insert(id).inserted {
                duplicate += 1
            } else {
                state.events.append(event)
                stored += 1
            }
        }
        state.duplicates += duplicate
        let indexes = rejected.map(String.init).joined(separator: ",")
        let receipt = "stored=\(stored) duplicate=\(duplicate) rejected=\(indexes)"
        return .response(UploadResponse(status: 200, headers: ["Spoor-Receipt": receipt]))
    }

    /// The events of a native body, plain or gzipped, or of a Sensors form.
    public static func decode(_ request: UploadRequest) -> [JSONValue]? {
        var body = request.body
        if request.headers["Content-Type"] == "application/x-www-form-urlencoded" {
            let form = body.withUnsafeBytes { try? SensorsForm.decode($0, limit: 64 << 20) }
            guard let form, form.isList else { return nil }
            body = form.json
        }
        if request.headers["Content-Encoding"] == "gzip" {
            guard let inflated = try? body.withUnsafeBytes({ try Gzip.decompress($0, limit: 64 << 20) }) else {
                return nil
            }
            body = inflated
        }
        guard case .array(let events)? = try? body.withUnsafeBytes({ try JSONValue(parsing: $0) }) else { return nil }
        return events
    }
}

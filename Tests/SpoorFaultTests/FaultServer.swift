import Foundation
import SpoorChannel
import SpoorTesting
import SpoorWire

/// A real HTTP server on the loopback address that plays a script, one act a request.
final class FaultServer: Sendable {
    /// What to do with one request.
    enum Act: Sendable {
        /// Store the events and say so.
        case store
        /// Store all but the events of this name, and name their places.
        case reject(String)
        /// Answer this, and store nothing.
        case answer(Int, [String: String] = [:], String = "")
        /// Refuse the whole request with this status while an event of this name is in it.
        case refuse(Int, with: String)
        /// Take at most so many events, else 413.
        case takeAtMost(Int)
        /// Read a little of the request, then cut the connection.
        case cutWhileSending
        /// Store, then cut the connection before a word of the answer.
        case cutBeforeAnswer
        /// Store, begin the answer, and cut within its head.
        case cutInHead
        /// Store, send the head with the receipt, and cut within the body.
        case cutInBody
        /// Store, and say nothing until the other end gives up.
        case silence
        /// Store, and send more body than the head promises.
        case lengthTooShort
        /// Store, and send something that is no HTTP.
        case garbage
        /// Send these bytes, whatever was asked, and close.
        case raw([UInt8])
        /// Answer 200, and send the bytes of a body as a very fast network does, until the other end hangs up.
        case endless
        /// The same, a byte every few milliseconds.
        case drip
        /// Close at once.
        case hangUp
    }

    private struct State {
        var script: [Act] = []
        var standing = Act.store
        var events: [JSONValue] = []
        var ids: Set<String> = []
        var duplicates = 0
        var targets: [String] = []
        var headers: [[String: String]] = []
        var undecodable = 0
        var heads: [[String: String]] = []
        var bodyBytes = 0
        var endings = 0
    }

    private let socket: ServerSocket
    private let state = Locked(State())

    init() throws {
        self.socket = try ServerSocket.listen()
        let socket = self.socket
        Thread.detachNewThread { [weak self] in
            while let connection = socket.accept() {
                Thread.detachNewThread { [weak self] in self?.serve(connection) }
            }
        }
    }

    deinit { self.socket.shut() }

    var address: String { "127.0.0.1:\(self.socket.port)" }

    /// The names of the stored events, in the order they came.
    var names: [String] { self.state.withLock { $0.events.map { $0["event"]?.stringValue ?? "" } } }

    /// The stored events, in the order they came.
    var events: [JSONValue] { self.state.withLock { $0.events } }

    /// How many events came more than once.
    var duplicates: Int { self.state.withLock { $0.duplicates } }

    /// The request lines so far; those that were not read to their end included.
    var targets: [String] { self.state.withLock { $0.targets } }

    /// The header fields of the requests that ``Act/raw(_:)`` answered.
    var heads: [[String: String]] { self.state.withLock { $0.heads } }

    /// How many bytes of body ``Act/endless`` and ``Act/drip`` have sent.
    var bodyBytes: Int { self.state.withLock { $0.bodyBytes } }

    /// How many answers without an end, and silences, the other end has hung up on.
    var endings: Int { self.state.withLock { $0.endings } }

    /// The header fields of the requests so far, names in lower case.
    var headers: [[String: String]] { self.state.withLock { $0.headers } }

    /// Plays these for the next requests, one each, and `standing` afterwards.
    func play(_ acts: Act..., then standing: Act = .store) {
        self.state.withLock { state in
            state.script = acts
            state.standing = standing
        }
    }

    private func serve(_ connection: ServerSocket) {
        var pending: [UInt8] = []
        var head: String?
        while head == nil {
            let part = connection.read()
            pending += part
            if let end = Self.headEnd(pending) {
                head = String(decoding: pending[..<end], as: UTF8.self)
                pending.removeFirst(end + 4)
            } else if part.isEmpty || pending.first == 0x16 {
                // Nobody, or somebody who greets by TLS.
                connection.write(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))
                return connection.close()
            }
        }
        let lines = (head ?? "").split(separator: "\r\n").map(String.init)
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            if parts.count == 2 { headers[parts[0].lowercased()] = parts[1] }
        }
        let act = self.state.withLock { [headers] state in
            state.targets.append(lines.first ?? "")
            state.headers.append(headers)
            return state.script.isEmpty ? state.standing : state.script.removeFirst()
        }
        if case .hangUp = act { return connection.close() }
        if case .raw(let bytes) = act {
            self.state.withLock { $0.heads.append(headers) }
            connection.write(bytes)
            return connection.close()
        }
        if case .cutWhileSending = act { return connection.cut() }
        if headers["expect"] != nil { connection.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        while pending.count < length {
            let part = connection.read()
            guard !part.isEmpty else { return connection.close() }
            pending += part
        }
        self.perform(act, Self.events(pending, headers), on: connection)
    }

    private func perform(_ act: Act, _ events: [JSONValue]?, on connection: ServerSocket) {
        switch act {
        case .endless, .drip: return self.sendOn(act, on: connection)
        default: break
        }
        guard let events else {
            self.state.withLock { $0.undecodable += 1 }
            return Self.answer(400, [:], "", on: connection)
        }
        switch act {
        case .store, .reject, .lengthTooShort, .cutInBody, .cutInHead, .cutBeforeAnswer, .silence, .garbage:
            self.finish(act, receipt: self.store(events, act), on: connection)
        case .answer(let status, let headers, let body):
            Self.answer(status, headers, body, on: connection)
        case .refuse(let status, let name):
            guard !events.contains(where: { $0["event"]?.stringValue == name }) else {
                return Self.answer(status, [:], "", on: connection)
            }
            self.finish(.store, receipt: self.store(events, .store), on: connection)
        case .takeAtMost(let count):
            guard events.count <= count else { return Self.answer(413, [:], "", on: connection) }
            self.finish(.store, receipt: self.store(events, .store), on: connection)
        case .cutWhileSending, .hangUp, .raw, .endless, .drip:
            connection.close()
        }
    }

    private func sendOn(_ act: Act, on connection: ServerSocket) {
        let isSlow = if case .drip = act { true } else { false }
        let part = [UInt8](repeating: UInt8(ascii: "x"), count: isSlow ? 1 : 1 << 20)
        let chunk = Array((String(part.count, radix: 16) + "\r\n").utf8) + part + Array("\r\n".utf8)
        connection.write(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8))
        while connection.write(chunk) {
            self.state.withLock { $0.bodyBytes += part.count }
            // At most about a gigabit a second: the loopback alone is as fast as memory, and has no gaps.
            connection.listen(milliseconds: 10)
        }
        self.state.withLock { $0.endings += 1 }
        connection.close()
    }

    private func store(_ events: [JSONValue], _ act: Act) -> String {
        self.state.withLock { state in
            var (stored, duplicate, rejected) = (0, 0, [String]())
            for (index, event) in events.enumerated() {
                if case .reject(let name) = act, event["event"]?.stringValue == name {
                    rejected.append(String(index))
                } else if state.ids.insert(event["_id"]?.stringValue ?? "").inserted {
                    state.events.append(event)
                    stored += 1
                } else {
                    duplicate += 1
                }
            }
            state.duplicates += duplicate
            let places = rejected.isEmpty ? "" : " rejected=" + rejected.joined(separator: ",")
            return "stored=\(stored) duplicate=\(duplicate)" + places
        }
    }

    private func finish(_ act: Act, receipt: String, on connection: ServerSocket) {
        let head = "HTTP/1.1 200 OK\r\nConnection: close\r\nSpoor-Receipt: \(receipt)\r\n"
        switch act {
        case .cutBeforeAnswer:
            connection.cut()
        case .cutInHead:
            connection.write(Array("HTTP/1.1 200 OK\r\nSpoor-Rec".utf8))
            connection.cut()
        case .cutInBody:
            connection.write(Array((head + "Content-Length: 1000\r\n\r\n{\"stored\"").utf8))
            connection.close()
        case .lengthTooShort:
            connection.write(Array((head + "Content-Length: 2\r\n\r\n{}{\"and\":\"more\"}").utf8))
            connection.close()
        case .garbage:
            connection.write(Array("\u{0}\u{1}SSH-2.0-nonsense\r\n\r\n".utf8))
            connection.close()
        case .silence:
            // Ends when the other end does.
            while !connection.read().isEmpty {}
            self.state.withLock { $0.endings += 1 }
            connection.close()
        default:
            connection.write(Array((head + "Content-Length: 2\r\n\r\n{}").utf8))
            connection.close()
        }
    }

    private static func answer(
        _ status: Int,
        _ headers: [String: String],
        _ body: String,
        on connection: ServerSocket
    ) {
        var head = "HTTP/1.1 \(status) Status\r\nConnection: close\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        let hasBody = status != 204 && status != 304
        if hasBody { head += "Content-Length: \(body.utf8.count)\r\n" }
        connection.write(Array((head + "\r\n" + (hasBody ? body : "")).utf8))
        connection.close()
    }

    private static func events(_ body: [UInt8], _ headers: [String: String]) -> [JSONValue]? {
        var named: [String: String] = [:]
        for name in ["Content-Type", "Content-Encoding"] { named[name] = headers[name.lowercased()] }
        return FakeCollector.decode(UploadRequest(url: "", headers: named, body: body, timeout: .zero))
    }

    private static func headEnd(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return (0...bytes.count - 4).first { Array(bytes[$0..<$0 + 4]) == [13, 10, 13, 10] }
    }
}

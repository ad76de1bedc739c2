import CHTTPServer
import CollectorCore
import SpoorWire

/// How the HTTP server listens and what it bears.
public struct HTTPServerConfiguration: Equatable, Sendable {
    /// The address to listen on; loopback unless told otherwise.
    public var host = "127.0.0.1"
    /// The port; 0 lets the system choose.
    public var port: UInt16 = 0
    /// Threads that read and write.
    public var threads: UInt32 = 2
    /// Connections at once.
    public var maxConnections: UInt32 = 1_000
    /// Connections of one address at once, so that one sender cannot take them all; 0 for no such limit.
    public var maxConnectionsPerAddress: UInt32 = 200
    /// Seconds after which a connection on which nothing happens is closed before it has sent a whole request.
    public var firstRequestSeconds: UInt32 = 15
    /// Seconds after which a connection on which nothing happens is closed once it has sent one.
    public var idleSeconds: UInt32 = 60
    /// Memory for the head of a request, in bytes: events of web pages come in the query.
    public var headBytes = 128 * 1024
    /// Bytes of a body as sent; a longer one is answered with status 413.
    public var maxBodyBytes = IngestLimits.maxBodyBytes
    /// How long ``HTTPServer/stop()`` waits for open requests, in milliseconds.
    public var graceMilliseconds: UInt32 = 10_000

    /// Creates the default configuration.
    public init() {}
}

/// The server could not be started.
public struct HTTPServerError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong, in a sentence.
    public let description: String
}

/// An HTTP/1.1 server on libmicrohttpd: whole requests in, answers out from any thread.
public final class HTTPServer: Sendable {
    // The C side locks for itself.
    nonisolated(unsafe) private let server: OpaquePointer
    private let handler: Unmanaged<Handler>
    private let graceMilliseconds: UInt32
    private let isRunning = Locked(true)

    /// The port that is listened on.
    public let port: UInt16

    /// Starts listening.
    public init(_ configuration: HTTPServerConfiguration, router: Router) throws(HTTPServerError) {
        spoor_http_ignore_sigpipe()
        // Day files and connections each need some.
        spoor_http_raise_file_limit(8_192)
        let handler = Unmanaged.passRetained(Handler(router))
        var error = [CChar](repeating: 0, count: 512)
        let server = configuration.host.withCString { host in
            var settings = spoor_http_configuration()
            settings.host = host
            settings.port = configuration.port
            settings.threads = configuration.threads
            settings.connection_limit = configuration.maxConnections
            settings.address_limit = configuration.maxConnectionsPerAddress
            settings.first_request_seconds = configuration.firstRequestSeconds
            settings.idle_seconds = configuration.idleSeconds
            settings.connection_memory = configuration.headBytes
            settings.max_body = configuration.maxBodyBytes
            settings.context = handler.toOpaque()
            settings.handler = { context, request in
                guard let context, let request else { return }
                Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue().handle(request)
            }
            return spoor_http_start(&settings, &error, error.count)
        }
        guard let server else {
            handler.release()
            let bytes = error.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw HTTPServerError(description: String(decoding: bytes, as: UTF8.self))
        }
        self.server = server
        self.handler = handler
        self.graceMilliseconds = configuration.graceMilliseconds
        self.port = spoor_http_port(server)
    }

    deinit {
        self.stop()
    }

    /// Closes new connections at once, and waits for the requests that are open; the port is free after ``stop()``.
    public func quiesce() {
        self.isRunning.withLock { isRunning in
            guard isRunning else { return }
            spoor_http_quiesce(self.server)
            _ = spoor_http_wait_idle(self.server, self.graceMilliseconds)
        }
    }

    /// Finishes what was accepted, then closes everything; a second call waits for the first to end.
    public func stop() {
        self.quiesce()
        self.isRunning.withLock { isRunning in
            guard isRunning else { return }
            isRunning = false
            spoor_http_stop(self.server)
            self.handler.release()
        }
    }
}

/// Turns requests of the C side into values and hands them to the router.
private final class Handler: Sendable {
    private let router: Router

    init(_ router: Router) {
        self.router = router
    }

    func handle(_ pointer: OpaquePointer) {
        let pending = PendingAnswer(pointer)
        guard let name = spoor_http_method(pointer).map({ String(cString: $0) }),
            let target = spoor_http_target(pointer).map({ String(cString: $0) }),
            let method = HTTPMethod(rawValue: name)
        else { return pending.give(.error(501, "The collector does not know this method: use GET or POST.")) }
        if spoor_http_body_too_large(pointer) != 0 {
            return pending.give(.error(413, "The body is too large: send fewer events in one request."))
        }
        var count = 0
        let body = ByteBlock(owning: spoor_http_take_body(pointer, &count), count: count)
        let request = HTTPRequest(method: method, target: target, headers: Self.headers(pointer), body: body)
        self.router.handle(request) { pending.give($0) }
    }

    private static func headers(_ pointer: OpaquePointer) -> HTTPHeaders {
        var headers = HTTPHeaders()
        withUnsafeMutablePointer(to: &headers) { list in
            spoor_http_headers(pointer, list) { context, name, value in
                guard let context, let name, let value else { return }
                let list = context.assumingMemoryBound(to: HTTPHeaders.self)
                list.pointee.append(String(cString: name), String(cString: value))
            }
        }
        return headers
    }
}

/// An answer that is still owed; one that is forgotten becomes status 500, so that no client waits for ever.
private final class PendingAnswer: Sendable {
    // Taken out by the first who answers; afterwards the request is gone.
    private let request: Locked<UInt>

    init(_ request: OpaquePointer) {
        self.request = Locked(UInt(bitPattern: request))
    }

    deinit {
        self.give(.error(500, "The collector forgot to answer: send the request again."))
    }

    func give(_ response: HTTPResponse) {
        let bits = self.request.withLock { bits in
            defer { bits = 0 }
            return bits
        }
        guard let pointer = OpaquePointer(bitPattern: bits) else { return }
        var headers = ""
        for field in response.headers.fields {
            // A line break in a value would begin another field.
            headers += "\(field.name): \(field.value.filter { !$0.isNewline })\n"
        }
        response.body.withUnsafeBytes { body in
            spoor_http_respond(pointer, UInt32(clamping: response.status), headers, body.baseAddress, body.count)
        }
    }
}

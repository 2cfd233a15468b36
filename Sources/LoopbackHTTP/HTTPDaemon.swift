import CMicroHTTPD
import Dispatch
import Primitives
import Synchronization

/// A connection of libmicrohttpd.
typealias Connection = OpaquePointer

/// An HTTP server over libmicrohttpd, with one polling thread for all connections.
///
/// libmicrohttpd reads requests and writes answers; each answer is made on the polling thread, while other requests wait.
package final class HTTPDaemon: Sendable {
    package typealias Responder = @Sendable (HTTPRequest) -> HTTPReply

    /// The memory of a connection, which bounds the head of a request.
    private static let connectionMemory = 65_536

    /// The maximum number of connections of one client.
    private static let clientConnections: UInt32 = 256

    private let connections = ConnectionWatch()
    private let respond: Responder
    /// Nil before the start and after the stop.
    private let running = Mutex<Running?>(nil)

    /// A started daemon.
    ///
    /// Sendable because the functions that take its address may be called on any thread.
    private struct Running: @unchecked Sendable {
        let address: OpaquePointer
        /// Closes connections whose request does not come.
        let closing: Task<Void, Never>
    }

    private init(respond: @escaping Responder) {
        self.respond = respond
    }

    /// Serves the listener, which the daemon owns until ``stop()``, and closes if it cannot be served.
    ///
    /// A client may take `requestTime` for a request. A body above the limit is dropped; the request has none then.
    /// - Throws: The error when libmicrohttpd does not serve the socket.
    package static func start(
        on listener: LoopbackListener,
        requestTime: Duration,
        bodyLimit: Int = 0,
        respond: @escaping Responder
    ) throws(LoopbackServerError) -> HTTPDaemon {
        let server = HTTPDaemon(respond: respond)
        // Held by the callbacks until `stop`.
        let context = Unmanaged.passRetained(server)
        let callbacks = CMHD_Callbacks(
            context: context.toOpaque(),
            request: { context, connection, request in
                guard let context, let connection else { return 0 }
                return Unmanaged<HTTPDaemon>.fromOpaque(context).takeUnretainedValue().answer(request, on: connection)
            },
            completed: { context, connection in
                guard let context, let connection else { return }
                Unmanaged<HTTPDaemon>.fromOpaque(context).takeUnretainedValue().connections.expectRequest(
                    on: connection
                )
            },
            connection: { context, connection, isOpen in
                guard let context, let connection else { return }
                let connections = Unmanaged<HTTPDaemon>.fromOpaque(context).takeUnretainedValue().connections
                if isOpen != 0 { connections.add(connection) } else { connections.remove(connection) }
            }
        )
        let limits = CMHD_Limits(
            connection_memory: connectionMemory,
            body: bodyLimit,
            idle_seconds: UInt32(clamping: max(1, requestTime.components.seconds)),
            client_connections: clientConnections
        )
        guard let address = CMHD_start(listener.descriptor, limits, callbacks) else {
            context.release()
            close(listener.descriptor)
            throw .cannotServe
        }
        let running = Running(address: address, closing: server.connections.closingLate(after: requestTime))
        server.running.withLock { $0 = running }
        return server
    }

    /// Opens the library; does nothing if it is open.
    package static func load(_ library: String = CMHD_LIBRARY) throws(LoopbackServerError) {
        var reason = [CChar](repeating: 0, count: 512)
        guard CMHD_load(library, &reason, reason.count) == 0 else { return }
        throw .libraryUnavailable(
            reason: String(decoding: reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        )
    }

    /// Stops accepting and closes all connections; every ``HTTPStream`` must have ended before.
    package func stop() async {
        let stopping = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let stopping else { return }
        stopping.closing.cancel()
        await withCheckedContinuation { continuation in
            // Waits for the polling thread, which must not keep a thread of the concurrency pool.
            DispatchQueue.global().async {
                CMHD_stop(stopping.address)
                continuation.resume()
            }
        }
        Unmanaged.passUnretained(self).release()
    }

    /// Answers a request; returns 0 to close the connection.
    private func answer(_ request: CMHD_Request, on connection: Connection) -> Int32 {
        connections.requestIsComplete(on: connection)
        let version = String(cString: request.version)
        let reply = respond(
            HTTPRequest(
                method: String(cString: request.method),
                target: String(cString: request.target),
                headers: Self.headers(of: connection),
                body: Array(UnsafeRawBufferPointer(start: request.body, count: request.body_size)),
                version: version
            )
        )
        guard let response = Self.response(reply, on: connection) else { return 0 }
        for header in reply.headers { CMHD_add_header(response, header.name, header.value) }
        // A client of HTTP/1.0 reads to the end of the connection, even if it asks to keep it.
        if version == "HTTP/1.0" { CMHD_add_header(response, "Connection", "close") }
        return CMHD_answer(connection, UInt32(reply.status), response)
    }

    private static func response(_ reply: HTTPReply, on connection: Connection) -> OpaquePointer? {
        switch reply.body {
        // A 304 must not have the length 0.
        case .bytes where reply.status == 304: return CMHD_response_without_length()
        case .bytes(let bytes): return CMHD_response(bytes, bytes.count)
        case .stream(let stream):
            stream.begin(on: connection)
            // Held until libmicrohttpd releases it, which it also does when it refuses the response.
            let context = Unmanaged.passRetained(stream).toOpaque()
            return CMHD_response_stream(
                context,
                { context, buffer, size in
                    guard let context, let buffer else { return -1 }
                    let stream = Unmanaged<HTTPStream>.fromOpaque(context).takeUnretainedValue()
                    return stream.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
                },
                { context in
                    guard let context else { return }
                    let stream = Unmanaged<HTTPStream>.fromOpaque(context).takeRetainedValue()
                    stream.connectionEnded()
                }
            )
        }
    }

    /// The headers by lower-case name; of a repeated header the last value.
    private static func headers(of connection: Connection) -> [String: String] {
        var headers: [String: String] = [:]
        withUnsafeMutablePointer(to: &headers) { headers in
            CMHD_each_header(
                connection,
                { context, name, value in
                    guard let context, let name, let value else { return }
                    let headers = context.assumingMemoryBound(to: [String: String].self)
                    headers.pointee[String(cString: name).lowercased()] = String(cString: value)
                },
                headers
            )
        }
        return headers
    }
}

/// A request that has arrived whole.
package struct HTTPRequest: Sendable {
    package let method: String
    /// Path and query as they were sent.
    package let target: String
    /// By lower-case name; of a repeated header the last value.
    package let headers: [String: String]
    /// Empty without a body, and if it was larger than the daemon keeps.
    package let body: [UInt8]
    /// The version of HTTP, such as `HTTP/1.1`.
    package let version: String
}

package struct HTTPReply: Sendable {
    package enum Body: Sendable {
        case bytes([UInt8])
        /// Bytes that come with time.
        case stream(HTTPStream)
    }

    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: Body

    package init(status: Int, headers: [(name: String, value: String)], body: Body) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// A body of which more comes with time.
///
/// The connection sleeps while nothing is there. A client that does not read keeps nothing but its place: bytes are asked for
/// only when they can be sent.
package final class HTTPStream: Sendable {
    /// Writes up to as many bytes as there is room for, and returns their number: 0 if there are none now, `nil` at the end.
    package typealias Source = @Sendable (UnsafeMutableRawBufferPointer) -> Int?

    /// The connection is used on the polling thread and by ``wake()``, each under the lock.
    private struct Guarded: @unchecked Sendable {
        var connection: Connection?
        var isAsleep = false
        /// Whether bytes came since the source was last asked.
        var hasNews = false
    }

    private let guarded = Mutex(Guarded())
    private let source: Source
    private let ended: @Sendable () -> Void

    /// Creates a stream, whose source is called on the polling thread.
    package init(source: @escaping Source, ended: @escaping @Sendable () -> Void) {
        self.source = source
        self.ended = ended
    }

    /// Asks the source again, because it has something now or has come to its end.
    package func wake() {
        guarded.withLock { guarded in
            guarded.hasNews = true
            guard guarded.isAsleep, let connection = guarded.connection else { return }
            guarded.isAsleep = false
            CMHD_resume(connection)
        }
    }

    fileprivate func begin(on connection: Connection) {
        // The address alone: the daemon's thread and `wake` use it.
        nonisolated(unsafe) let connection = connection
        guarded.withLock { $0.connection = connection }
    }

    fileprivate func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guarded.withLock { $0.hasNews = false }
        guard let count = source(buffer) else { return -1 }
        guard count == 0 else { return count }
        guarded.withLock { guarded in
            guard !guarded.hasNews, let connection = guarded.connection else { return }
            guarded.isAsleep = true
            CMHD_suspend(connection)
        }
        return 0
    }

    fileprivate func connectionEnded() {
        guarded.withLock { $0.connection = nil }
        ended()
    }
}

/// The decoded parameters of a request; of a repeated one the last value counts.
package struct QueryString: Sendable {
    /// All values of each parameter, in their order.
    package let values: [String: [String]]

    /// Reads what follows the question mark.
    package init(_ query: Substring) {
        var values: [String: [String]] = [:]
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            values[Self.decode(parts[0]), default: []].append(parts.count > 1 ? Self.decode(parts[1]) : "")
        }
        self.values = values
    }

    /// The last value of a parameter, which may be empty; nil if it is absent.
    package subscript(_ name: String) -> String? { values[name]?.last }

    private static func decode(_ text: Substring) -> String {
        // By bytes: a combining accent behind a plus sign makes one character with it.
        let blanks = text.utf8.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return String(decoding: HexEscapes.decode(blanks, sign: UInt8(ascii: "%")), as: UTF8.self)
    }
}

extension HTTPRequest {
    package var path: String { String(target.prefix { $0 != "?" }) }

    /// The parameters behind the first question mark.
    package var parameters: QueryString { QueryString(target.drop { $0 != "?" }.dropFirst()) }
}

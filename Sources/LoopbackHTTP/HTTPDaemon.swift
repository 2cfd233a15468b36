import CMicroHTTPD
import Dispatch
import Primitives
import Synchronization

/// A libmicrohttpd connection.
typealias Connection = OpaquePointer

/// An HTTP server based on libmicrohttpd, with one polling thread for all connections.
///
/// libmicrohttpd reads requests and writes responses; each response is created on the polling thread, while other requests wait.
package final class HTTPDaemon: Sendable {
    package typealias Responder = @Sendable (HTTPRequest) -> HTTPReply

    /// The memory per connection, which limits the size of a request's head.
    private static let connectionMemory = 65_536

    /// The maximum number of connections per client.
    private static let clientConnections: UInt32 = 256

    private let connections = ConnectionWatch()
    private let respond: Responder
    /// `nil` before the start and after the stop.
    private let running = Mutex<Running?>(nil)

    /// A started daemon.
    ///
    /// Sendable because the functions that take the address may be called on any thread.
    private struct Running: @unchecked Sendable {
        let address: OpaquePointer
        /// The task that closes connections whose request doesn't arrive in time.
        let closing: Task<Void, Never>
    }

    private init(respond: @escaping Responder) {
        self.respond = respond
    }

    /// Serves the listener, which the daemon owns until ``stop()`` and closes if it can't serve it.
    ///
    /// A client may take `requestTime` to send a request. A body above the limit is dropped, and the request has an empty body.
    /// - Throws: An error if libmicrohttpd can't serve the socket.
    package static func start(
        on listener: LoopbackListener,
        requestTime: Duration,
        bodyLimit: Int = 0,
        respond: @escaping Responder
    ) throws(LoopbackServerError) -> HTTPDaemon {
        let server = HTTPDaemon(respond: respond)
        // Retained for the callbacks until `stop`.
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

    /// Loads the library, unless it is loaded already.
    package static func load(_ library: String = CMHD_LIBRARY) throws(LoopbackServerError) {
        var reason = [CChar](repeating: 0, count: 512)
        guard CMHD_load(library, &reason, reason.count) == 0 else { return }
        throw .libraryUnavailable(
            reason: String(decoding: reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        )
    }

    /// Stops accepting connections, and closes all open ones; every ``HTTPStream`` must have ended by then.
    package func stop() async {
        let stopping = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let stopping else { return }
        stopping.closing.cancel()
        await withCheckedContinuation { continuation in
            // Waits for the polling thread, which must not block a thread of the concurrency pool.
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
        // An HTTP/1.0 client reads until the connection is closed, even if it asks to keep it open.
        if version == "HTTP/1.0" { CMHD_add_header(response, "Connection", "close") }
        return CMHD_answer(connection, UInt32(reply.status), response)
    }

    private static func response(_ reply: HTTPReply, on connection: Connection) -> OpaquePointer? {
        switch reply.body {
        // A 304 must not have a content length of 0.
        case .bytes where reply.status == 304: return CMHD_response_without_length()
        case .bytes(let bytes): return CMHD_response(bytes, bytes.count)
        case .stream(let stream):
            stream.begin(on: connection)
            // Retained until libmicrohttpd releases it, which it also does if it rejects the response.
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

    /// Returns the headers by lowercase name; the last value of a repeated header wins.
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

/// A completely received request.
package struct HTTPRequest: Sendable {
    package let method: String
    /// The path and query as sent.
    package let target: String
    /// The headers by lowercase name; the last value of a repeated header wins.
    package let headers: [String: String]
    /// The body; empty if there was none or it was larger than the limit.
    package let body: [UInt8]
    /// The HTTP version, such as `HTTP/1.1`.
    package let version: String
}

package struct HTTPReply: Sendable {
    package enum Body: Sendable {
        case bytes([UInt8])
        /// Bytes that arrive over time.
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

/// A body whose bytes arrive over time.
///
/// The connection sleeps while there are no bytes. A client that doesn't read uses no memory beyond its connection: the
/// source is asked for bytes only when they can be sent.
package final class HTTPStream: Sendable {
    /// Writes as many bytes as fit, and returns their number: 0 if there are none now, `nil` at the end.
    package typealias Source = @Sendable (UnsafeMutableRawBufferPointer) -> Int?

    /// The connection is used on the polling thread and by ``wake()``, in both cases under the lock.
    private struct Guarded: @unchecked Sendable {
        var connection: Connection?
        var isAsleep = false
        /// Whether new bytes have arrived since the source was last asked.
        var hasNews = false
    }

    private let guarded = Mutex(Guarded())
    private let source: Source
    private let ended: @Sendable () -> Void

    /// Creates a stream whose source is called on the polling thread.
    package init(source: @escaping Source, ended: @escaping @Sendable () -> Void) {
        self.source = source
        self.ended = ended
    }

    /// Asks the source again, because it has new bytes or has ended.
    package func wake() {
        guarded.withLock { guarded in
            guarded.hasNews = true
            guard guarded.isAsleep, let connection = guarded.connection else { return }
            guarded.isAsleep = false
            CMHD_resume(connection)
        }
    }

    fileprivate func begin(on connection: Connection) {
        // Only the address is shared: it is used by the daemon's thread and by `wake`.
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

/// The decoded parameters of a request; the last value of a repeated parameter wins.
package struct QueryString: Sendable {
    /// All values of each parameter, in order.
    package let values: [String: [String]]

    /// Parses the text after the question mark.
    package init(_ query: Substring) {
        var values: [String: [String]] = [:]
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            values[Self.decode(parts[0]), default: []].append(parts.count > 1 ? Self.decode(parts[1]) : "")
        }
        self.values = values
    }

    /// Returns the last value of a parameter, which may be empty; `nil` if it is absent.
    package subscript(_ name: String) -> String? { values[name]?.last }

    private static func decode(_ text: Substring) -> String {
        // By bytes, because a plus sign followed by a combining accent is a single character.
        let blanks = text.utf8.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return String(decoding: HexEscapes.decode(blanks, sign: UInt8(ascii: "%")), as: UTF8.self)
    }
}

extension HTTPRequest {
    package var path: String { String(target.prefix { $0 != "?" }) }

    /// The parameters after the first question mark.
    package var parameters: QueryString { QueryString(target.drop { $0 != "?" }.dropFirst()) }
}

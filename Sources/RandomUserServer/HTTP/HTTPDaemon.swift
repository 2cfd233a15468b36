import CMicroHTTPD
import Dispatch
import Synchronization

/// A connection of libmicrohttpd.
typealias Connection = OpaquePointer

/// An HTTP server over libmicrohttpd, with one polling thread for all connections.
///
/// libmicrohttpd reads requests and writes answers; each answer is made on the polling thread, while other requests wait.
final class HTTPDaemon: Sendable {
    /// Makes the answer to a request.
    typealias Responder = @Sendable (ServerRequest) -> ServerReply

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

    /// Serves the listener, which the daemon then owns; a client may take `requestTime` for a request.
    static func start(
        on listener: LoopbackListener,
        requestTime: Duration,
        respond: @escaping Responder
    ) throws(EmbeddedServerError) -> HTTPDaemon {
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
            idle_seconds: UInt32(clamping: max(1, requestTime.components.seconds)),
            client_connections: clientConnections
        )
        guard let address = CMHD_start(listener.descriptor, limits, callbacks) else {
            context.release()
            throw .cannotServe
        }
        let running = Running(address: address, closing: server.connections.closingLate(after: requestTime))
        server.running.withLock { $0 = running }
        return server
    }

    /// Opens the library; does nothing if it is open.
    static func load(_ library: String = CMHD_LIBRARY) throws(EmbeddedServerError) {
        var reason = [CChar](repeating: 0, count: 512)
        guard CMHD_load(library, &reason, reason.count) == 0 else { return }
        throw .libraryUnavailable(
            reason: String(decoding: reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        )
    }

    /// Stops accepting and closes all connections.
    func stop() async {
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
            ServerRequest(
                method: String(cString: request.method),
                target: String(cString: request.target),
                headers: Self.headers(of: connection),
                version: version
            )
        )
        // A 304 must not have the length 0.
        let response =
            reply.status == 304
            ? CMHD_response_without_length() : CMHD_response(reply.body, reply.body.count)
        guard let response else { return 0 }
        for header in reply.headers { CMHD_add_header(response, header.name, header.value) }
        // A client of HTTP/1.0 reads to the end of the connection, even if it asks to keep it.
        if version == "HTTP/1.0" { CMHD_add_header(response, "Connection", "close") }
        return CMHD_answer(connection, UInt32(reply.status), response)
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

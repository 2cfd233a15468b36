import CMicroHTTPD
import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An HTTP server over libmicrohttpd, with one polling thread for all connections.
///
/// libmicrohttpd reads requests and writes answers; how a request ends is decided by a function that runs as a task.
final class HTTPDaemon: Sendable {
    /// Decides how a request ends.
    typealias Responder = @Sendable (ServerRequest) async -> Outcome

    /// The memory of a connection, which bounds the head of a request.
    private static let connectionMemory = 65_536

    /// The most connections of one client at a time.
    static let clientConnections: UInt32 = 256

    /// The bytes of a body that are handed over at once.
    private static let blockSize = 65_536

    private let exchanges = ExchangeRegistry()
    private let connections = ConnectionWatch()
    /// Closes connections whose request does not come.
    private let closing = Mutex<Task<Void, Never>?>(nil)
    private let respond: Responder
    private let sleep: @Sendable (Duration) async throws -> Void
    /// Nil before the start and after the stop.
    private let daemon = Mutex<Address?>(nil)

    private init(sleep: @escaping @Sendable (Duration) async throws -> Void, respond: @escaping Responder) {
        self.sleep = sleep
        self.respond = respond
    }

    /// An address of libmicrohttpd; Sendable because the functions that take a daemon may be called on any thread.
    private struct Address: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    /// Loads the library and serves the listener, which the daemon then owns.
    ///
    /// `requestTime` is how long a client may take for a request, and `clientConnections` how many connections it may have;
    /// `sleep` is how a dripping answer waits between its pieces.
    static func start(
        on listener: LoopbackListener,
        requestTime: Duration = .seconds(10),
        clientConnections: UInt32 = HTTPDaemon.clientConnections,
        sleep: @escaping @Sendable (Duration) async throws -> Void,
        respond: @escaping Responder
    ) throws(EmbeddedServerError) -> HTTPDaemon {
        let server = HTTPDaemon(sleep: sleep, respond: respond)
        // Held by the callbacks until `stop`.
        let context = Unmanaged.passRetained(server)
        let callbacks = CMHD_Callbacks(
            context: context.toOpaque(),
            target: { _, target in
                let exchange = Exchange(target: target.map { String(cString: $0) } ?? "/")
                return Unmanaged.passRetained(exchange).toOpaque()
            },
            request: { context, connection, exchange, method, version, uploadSize in
                guard let context, let connection, let exchange, let method else { return 0 }
                let isOpen = Unmanaged<HTTPDaemon>.fromOpaque(context).takeUnretainedValue().advance(
                    Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue(),
                    on: Connection(pointer: connection),
                    method: method,
                    version: version.map { String(cString: $0) } ?? "",
                    isBodyComplete: uploadSize == 0
                )
                return isOpen ? 1 : 0
            },
            completed: { context, connection, exchange in
                guard let context, let connection, let exchange else { return }
                let server = Unmanaged<HTTPDaemon>.fromOpaque(context).takeUnretainedValue()
                server.exchanges.remove(Unmanaged<Exchange>.fromOpaque(exchange).takeRetainedValue())
                server.connections.expectRequest(on: Connection(pointer: connection))
            },
            connection: { context, connection, isOpen in
                guard let context, let connection else { return }
                let connections = Unmanaged<HTTPDaemon>.fromOpaque(context).takeUnretainedValue().connections
                if isOpen != 0 {
                    connections.add(Connection(pointer: connection))
                } else {
                    connections.remove(Connection(pointer: connection))
                }
            }
        )
        let limits = CMHD_Limits(
            connection_memory: connectionMemory,
            idle_seconds: UInt32(clamping: max(1, requestTime.components.seconds)),
            client_connections: clientConnections
        )
        guard let daemon = CMHD_start(listener.descriptor, limits, callbacks) else {
            context.release()
            throw .cannotServe
        }
        server.daemon.withLock { $0 = Address(pointer: daemon) }
        server.closing.withLock { $0 = server.connections.closingLate(after: requestTime) }
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

    /// Stops accepting, gives answers that are in flight `grace` to end, and closes all connections.
    func stop(grace: Duration) async {
        let address = daemon.withLock { daemon in
            defer { daemon = nil }
            return daemon
        }
        guard let address else { return }
        closing.withLock { $0?.cancel() }
        exchanges.close()
        let listener = CMHD_quiesce(address.pointer)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [exchanges] in await exchanges.waitUntilEmpty() }
            group.addTask { try? await Task.sleep(for: grace) }
            await group.next()
            group.cancelAll()
        }
        exchanges.abortAll()
        await withCheckedContinuation { continuation in
            // Waits for the polling thread, which must not keep a thread of the concurrency pool.
            DispatchQueue.global().async {
                CMHD_stop(address.pointer)
                continuation.resume()
            }
        }
        if listener >= 0 { close(listener) }
        Unmanaged.passUnretained(self).release()
    }

    /// Does the next step of a request, on the polling thread; returns false to close the connection.
    private func advance(
        _ exchange: Exchange,
        on connection: Connection,
        method: UnsafePointer<CChar>,
        version: String,
        isBodyComplete: Bool
    ) -> Bool {
        switch exchange.nextStep() {
        case .receiveHead: return true
        // The contract needs no body: its parts are dropped as they arrive.
        case .receiveBody where !isBodyComplete: return true
        case .receiveBody:
            connections.requestIsComplete(on: connection)
            guard exchanges.insert(exchange) else { return false }
            let request = ServerRequest(
                method: String(cString: method),
                target: exchange.target,
                headers: Self.headers(of: connection),
                version: version,
                client: Self.text(ofAddress: CMHD_client_address(connection.pointer))
            )
            return exchange.suspend(connection) { [respond] in
                exchange.decide(await Self.outcome(of: exchange, await respond(request)))
            }
        case .send(.answer(let answer)):
            return send(answer, exchange, on: connection, endsConnection: version == "HTTP/1.0")
        case .send(.reset):
            TCPSocket.reset(connection.socket)
            return false
        case .send, .stop: return false
        }
    }

    /// The outcome, for a hanging request after its client has left.
    private static func outcome(of exchange: Exchange, _ outcome: Outcome) async -> Outcome {
        guard case .hang = outcome else { return outcome }
        // libmicrohttpd does not watch a suspended connection. The sleep throws when the server stops.
        while !exchange.isAbandoned, (try? await Task.sleep(for: .milliseconds(100))) != nil {}
        return .close
    }

    private func send(
        _ answer: WireAnswer,
        _ exchange: Exchange,
        on connection: Connection,
        endsConnection: Bool
    ) -> Bool {
        var size: UInt64
        var closesConnection = false
        switch answer.length {
        case .exact: size = UInt64(answer.body.count)
        case .unannounced: size = .max
        case .announced:
            size = .max
            closesConnection = true
        }
        if answer.status == 304 {
            // libmicrohttpd would announce the length 0, which a 304 must not say, unless the connection's end is the
            // body's end.
            size = .max
            closesConnection = true
        }
        let response: OpaquePointer?
        if size == 0 {
            response = CMHD_response_without_body()
        } else {
            let reader = Unmanaged.passRetained(
                BodyReader(answer, exchange: exchange, connection: connection, sleep: sleep)
            )
            response = CMHD_response(
                size,
                Self.blockSize,
                { context, position, buffer, count in
                    guard let context, let buffer else { return CMHD_END_WITH_ERROR }
                    return Unmanaged<BodyReader>.fromOpaque(context).takeUnretainedValue().read(
                        from: Int(position),
                        into: UnsafeMutableRawBufferPointer(start: buffer, count: count)
                    )
                },
                reader.toOpaque(),
                { context in
                    if let context { Unmanaged<BodyReader>.fromOpaque(context).release() }
                }
            )
            if response == nil { reader.release() }
        }
        guard let response else { return false }
        for header in answer.headers { CMHD_add_header(response, header.name, header.value) }
        if closesConnection { CMHD_close_after_body(response) }
        // A client of HTTP/1.0 reads to the end of the connection, even if it asks to keep it.
        if endsConnection { CMHD_add_header(response, "Connection", "close") }
        if case .announced(let length) = answer.length {
            CMHD_add_header(response, "Content-Length", String(length))
        }
        return CMHD_answer(connection.pointer, UInt32(answer.status), response) != 0
    }

    /// The headers by lower-case name; of a repeated header the last value.
    private static func headers(of connection: Connection) -> [String: String] {
        var headers: [String: String] = [:]
        withUnsafeMutablePointer(to: &headers) { headers in
            CMHD_each_header(
                connection.pointer,
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

    /// An IPv4 address such as `127.0.0.1`, from its number in network byte order.
    private static func text(ofAddress number: UInt32) -> String {
        withUnsafeBytes(of: number) { $0.map { String($0) }.joined(separator: ".") }
    }
}

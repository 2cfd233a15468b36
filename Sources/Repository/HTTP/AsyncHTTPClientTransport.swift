import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Synchronization

/// Real HTTP through AsyncHTTPClient, started with the first request so that whoever asks nothing pays nothing.
///
/// Certificates are always verified, redirections are left to ``RedirectMiddleware``, and an answer may have at most
/// 16 MB and be at most 25 times as large as it came over the wire.
public final class AsyncHTTPClientTransport: HTTPTransport {
    private enum State: Sendable {
        case idle
        case running(HTTPClient)
        case shutDown
    }

    private let state = Mutex(State.idle)
    private let sizeLimit: Int
    private let idleTimeout: Duration

    /// Creates a transport that has not started anything yet.
    public convenience init() {
        self.init(sizeLimit: 16 << 20, idleTimeout: .seconds(30))
    }

    package init(sizeLimit: Int, idleTimeout: Duration) {
        self.sizeLimit = sizeLimit
        self.idleTimeout = idleTimeout
    }

    /// Ends the client, if it was started; requests after that fail.
    public func shutdown() async {
        let running: HTTPClient? = state.withLock { state in
            defer { state = .shutDown }
            if case .running(let client) = state { return client }
            return nil
        }
        // It fails only when it was shut down before, which `shutDown` excludes.
        try? await running?.shutdown()
    }

    /// Sends the request and returns the whole answer within the request's timeout.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let client = try client()
        guard request.timeout > .zero else { throw HTTPTransportError(.timedOut, "there was no time left") }
        do {
            return try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
                defer { group.cancelAll() }
                group.addTask { try await self.exchange(request, with: client) }
                // The client's own deadline ends with the head of an answer; a body may drip for ever.
                group.addTask {
                    try await Task.sleep(for: request.timeout)
                    throw HTTPTransportError(.timedOut, "it did not answer within \(request.timeout)")
                }
                guard let response = try await group.next() else { throw CancellationError() }
                return response
            }
        } catch {
            try Task.checkCancellation()
            throw HTTPTransportError(error)
        }
    }

    private func exchange(_ request: HTTPRequest, with client: HTTPClient) async throws -> HTTPResponse {
        var outgoing = HTTPClientRequest(url: request.url)
        outgoing.method = HTTPMethod(rawValue: request.method)
        for (name, value) in request.headers.pairs { outgoing.headers.add(name: name, value: value) }
        let response = try await client.execute(outgoing, timeout: .nanoseconds(request.timeout.wholeNanoseconds))
        let body = try await response.body.collect(upTo: sizeLimit)
        return HTTPResponse(
            status: Int(response.status.code),
            headers: HTTPHeaderFields(response.headers.map { (name: $0.name, value: $0.value) }),
            body: Array(body.readableBytesView)
        )
    }

    private func client() throws -> HTTPClient {
        try state.withLock { state in
            switch state {
            case .running(let client): return client
            case .shutDown: throw HTTPTransportError(.unreachable, "the connection to the network is closed")
            case .idle:
                let client = HTTPClient(configuration: configuration)
                state = .running(client)
                return client
            }
        }
    }

    private var configuration: HTTPClient.Configuration {
        // The start is the one public configuration that decompresses with a limit (ratio 25).
        var configuration = HTTPClient.Configuration.singletonConfiguration
        configuration.redirectConfiguration = .disallow
        configuration.timeout = .init(connect: .seconds(10), read: .nanoseconds(idleTimeout.wholeNanoseconds))
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }
}

extension Duration {
    fileprivate var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .max / 2 : min(product, .max / 2) + attoseconds / 1_000_000_000
    }
}

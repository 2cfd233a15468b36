import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL
import Synchronization

/// Real HTTP through AsyncHTTPClient, started with the first request so that whoever asks nothing pays nothing.
///
/// Certificates are always verified, redirections are left to ``RedirectMiddleware``, and an answer may have at most
/// 16 MB and be at most 25 times as large as it came over the wire.
public final class AsyncHTTPClientTransport: HTTPTransport {
    private enum State: Sendable {
        case idle
        case running([HTTPRoute: HTTPClient])
        case shutDown
    }

    private let state = Mutex(State.idle)
    private let sizeLimit: Int
    private let proxies: ProxySettings
    private let connectTimeout: Duration
    private let idleTimeout: Duration
    private let certificateFile: String?

    /// Creates a transport that has not started anything yet.
    ///
    /// - Parameters:
    ///   - proxies: Which proxy leads where; none unless it is given.
    ///   - connectTimeout: How long a connection may take to come about; 0 for as long as the request may take.
    ///   - idleTimeout: How long a server may send nothing within an answer; 0 for as long as the request may take.
    ///   - certificateFile: A PEM file with the authorities to trust in place of the system's.
    public convenience init(
        proxies: ProxySettings = .none,
        connectTimeout: Duration = .seconds(10),
        idleTimeout: Duration = .seconds(30),
        certificateFile: String? = nil
    ) {
        self.init(
            sizeLimit: 16 << 20,
            proxies: proxies,
            connectTimeout: connectTimeout,
            idleTimeout: idleTimeout,
            certificateFile: certificateFile
        )
    }

    /// Takes a limit of the bytes of an answer too.
    package init(
        sizeLimit: Int,
        proxies: ProxySettings = .none,
        connectTimeout: Duration = .seconds(10),
        idleTimeout: Duration = .seconds(30),
        certificateFile: String? = nil
    ) {
        self.sizeLimit = sizeLimit
        self.proxies = proxies
        self.connectTimeout = connectTimeout
        self.idleTimeout = idleTimeout
        self.certificateFile = certificateFile
    }

    /// Ends the client, if it was started, within half a second; requests after that fail.
    public func shutdown() async {
        let running: [HTTPClient] = state.withLock { state in
            defer { state = .shutDown }
            if case .running(let clients) = state { return Array(clients.values) }
            return []
        }
        guard !running.isEmpty else { return }
        let (end, ending) = AsyncStream<Never>.makeStream()
        Task {
            // It fails only when it was shut down before, which `shutDown` excludes.
            for client in running { try? await client.shutdown() }
            ending.finish()
        }
        // The client waits for connections that are coming about, however long that takes; nobody else needs to.
        let patience = Task {
            try await Task.sleep(for: .milliseconds(500))
            ending.finish()
        }
        for await _ in end {}
        patience.cancel()
    }

    /// Sends the request and returns the whole answer within the request's timeout.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let address = HTTPAddress(request.url)
        let proxy = try proxies.proxy(for: address)
        let client = try client(for: HTTPRoute(to: address, by: proxy))
        guard request.timeout > .zero else { throw HTTPTransportError(.timedOut, "there was no time left") }
        do {
            return try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
                defer { group.cancelAll() }
                group.addTask { try await self.exchange(request, with: client, by: proxy) }
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

    private func exchange(
        _ request: HTTPRequest,
        with client: HTTPClient,
        by proxy: HTTPProxy?
    ) async throws -> HTTPResponse {
        let response = try await client.execute(
            outgoing(request, by: proxy),
            timeout: .nanoseconds(request.timeout.wholeNanoseconds)
        )
        if let proxy, response.status == .proxyAuthenticationRequired {
            throw HTTPTransportError(.unreachable, "the proxy \(proxy) asks for another name and password (407)")
        }
        return HTTPResponse(
            status: Int(response.status.code),
            headers: HTTPHeaderFields(response.headers.map { (name: $0.name, value: $0.value) }),
            body: try await body(of: response)
        )
    }

    /// The body, in one block of its size where the server tells it beforehand.
    private func body(of response: HTTPClientResponse) async throws -> [UInt8] {
        let tooMany = NIOTooManyBytesError(maxBytes: sizeLimit)
        // That of an answer without a body is of the body that another answer would have.
        let length = response.status == .notModified ? nil : response.headers.first(name: "Content-Length")
        let expected = length.flatMap { Int($0) } ?? 0
        guard expected <= sizeLimit else { throw tooMany }
        var body: [UInt8] = []
        body.reserveCapacity(expected)
        for try await part in response.body {
            guard part.readableBytes <= sizeLimit - body.count else { throw tooMany }
            body.append(contentsOf: part.readableBytesView)
        }
        return body
    }

    private func outgoing(_ request: HTTPRequest, by proxy: HTTPProxy?) -> HTTPClientRequest {
        let address = HTTPAddress(request.url)
        var outgoing = HTTPClientRequest(url: request.url)
        outgoing.method = HTTPMethod(rawValue: request.method)
        for (name, value) in request.headers.pairs { outgoing.headers.add(name: name, value: value) }
        if !request.body.isEmpty { outgoing.body = .bytes(request.body) }
        if let proxy, case .relay = HTTPRoute(to: address, by: proxy), let authority = address.authority,
            let moved = address.moved(to: proxy.host, port: proxy.port)
        {
            outgoing.url = moved
            outgoing.headers.replaceOrAdd(name: "Host", value: authority)
            if let authorization = proxy.authorization {
                outgoing.headers.replaceOrAdd(name: "Proxy-Authorization", value: authorization)
            }
        }
        return outgoing
    }

    private func client(for route: HTTPRoute) throws -> HTTPClient {
        try state.withLock { state in
            var clients: [HTTPRoute: HTTPClient] = [:]
            switch state {
            case .running(let running): clients = running
            case .shutDown: throw HTTPTransportError(.unreachable, "the connection to the network is closed")
            case .idle: break
            }
            if let client = clients[route] { return client }
            var configuration = configuration
            route.configure(&configuration)
            let client = HTTPClient(configuration: configuration)
            clients[route] = client
            state = .running(clients)
            return client
        }
    }

    private var configuration: HTTPClient.Configuration {
        // The start is the one public configuration that decompresses with a limit (ratio 25).
        var configuration = HTTPClient.Configuration.singletonConfiguration
        configuration.redirectConfiguration = .disallow
        configuration.timeout = .init(
            // Without a value the client takes ten seconds.
            connect: connectTimeout == .zero ? .hours(24) : .nanoseconds(connectTimeout.wholeNanoseconds),
            read: idleTimeout == .zero ? nil : .nanoseconds(idleTimeout.wholeNanoseconds)
        )
        if let certificateFile {
            var security = TLSConfiguration.makeClientConfiguration()
            security.trustRoots = .file(certificateFile)
            configuration.tlsConfiguration = security
        }
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

import AsyncHTTPClient

/// The way that a request takes; each has a client of its own, because a client has one proxy.
enum HTTPRoute: Hashable, Sendable {
    /// Straight to the server.
    case direct
    /// To an HTTP proxy that asks the server itself.
    case relay
    /// Through a proxy that only passes bytes on.
    case tunnel(HTTPProxy)

    /// The way to an address by way of a proxy.
    init(to address: HTTPAddress, by proxy: HTTPProxy?) {
        guard let proxy else {
            self = .direct
            return
        }
        self = proxy.kind == .http && address.scheme == "http" ? .relay : .tunnel(proxy)
    }

    /// Sets a client up for this way.
    func configure(_ configuration: inout HTTPClient.Configuration) {
        switch self {
        case .direct: break
        case .relay: configuration.http1_1ConnectionDebugInitializer = AbsoluteFormHandler.install(in:)
        case .tunnel(let proxy):
            switch proxy.kind {
            case .http:
                configuration.proxy = .server(
                    host: proxy.host,
                    port: proxy.port,
                    authorization: proxy.authorization.map {
                        .basic(credentials: String($0.dropFirst("Basic ".count)))
                    }
                )
            case .socks: configuration.proxy = .socksServer(host: proxy.host, port: proxy.port)
            }
        }
    }
}

import AsyncHTTPClient
import NIOCore
import NIOHTTP1

extension HTTPTransportError {
    /// Says what an error of the client means.
    init(_ error: any Error) {
        switch error {
        case let error as HTTPTransportError: self = error
        case let error as HTTPClientError: self.init(client: error)
        case is NIOTooManyBytesError: self.init(.tooLarge, "its answer is too large")
        case is HTTPParserError: self.init(.brokenOff, "its answer is not whole HTTP")
        case let error as IOError: self.init(text: "errno: \(error.errnoCode) \(error)")
        default: self.init(text: "\(type(of: error)) \(error)")
        }
    }

    private init(client error: HTTPClientError) {
        switch error {
        case .connectTimeout, .tlsHandshakeTimeout, .socksHandshakeTimeout, .httpProxyHandshakeTimeout:
            self.init(.timedOut, "no connection came about in time")
        case .readTimeout: self.init(.timedOut, "it stopped sending")
        case .writeTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout:
            self.init(.timedOut, "it did not answer in time")
        case .remoteConnectionClosed, .cancelled, .requestStreamCancelled:
            self.init(.brokenOff, "the connection broke off")
        case .uncleanShutdown: self.init(.brokenOff, "the encrypted connection broke off")
        case .invalidURL, .emptyHost, .emptyScheme, .missingSocketPath:
            self.init(.invalidURL, "the address is no http or https URL")
        case .proxyAuthenticationRequired:
            self.init(.unreachable, "the proxy asks for another name and password (407)")
        case .invalidProxyResponse: self.init(.unreachable, "the proxy does not lead there")
        case .alreadyShutdown: self.init(.unreachable, "the connection to the network is closed")
        case _ where error.description.contains("unsupportedScheme"):
            self.init(.invalidURL, "the address is no http or https URL")
        default: self.init(text: error.description)
        }
    }

    /// Sorts the errors whose types are not public, or belong to packages below the client, by what they say.
    private init(text: String) {
        let text = text.lowercased()
        if text.contains("refused") {
            self.init(.refused, "nobody listens there (connection refused)")
        } else if text.contains("dns error") || text.contains("unknown host") {
            self.init(.unknownHost, "the name of the host is not known")
        } else if text.contains("decompression") {
            self.init(.tooLarge, "its answer is compressed beyond reason, or wrongly")
        } else if text.contains("ssl") || text.contains("tls") || text.contains("certificate") {
            self.init(.untrusted, "its certificate or encryption is not acceptable")
        } else if text.contains("reset") || text.contains("broken pipe") || text.contains("eof") {
            self.init(.brokenOff, "the connection broke off")
        } else if text.contains("unreachable") || text.contains("connecttimeout") {
            self.init(.unreachable, "the network does not reach it")
        } else {
            self.init(.unreachable, "the exchange failed")
        }
    }
}

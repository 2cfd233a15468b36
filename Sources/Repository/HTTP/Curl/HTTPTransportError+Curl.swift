import CCurl
import Primitives

extension HTTPTransportError {
    /// Says what a failure of libcurl means.
    ///
    /// libcurl's own words are not used: they hold names of hosts and parts of answers.
    init(_ code: CURLcode, of transfer: CurlTransfer) {
        if let error = Self.proxyError(code, of: transfer) {
            self = error
            return
        }
        switch code {
        case CURLE_URL_MALFORMAT:
            self.init(.invalidURL, "the address is no http or https URL")
        case CURLE_COULDNT_RESOLVE_HOST:
            self.init(.unknownHost, "the name of the host is not known")
        case CURLE_COULDNT_CONNECT where transfer.systemError == ECONNREFUSED:
            self.init(.refused, "nothing listens there (connection refused)")
        case CURLE_COULDNT_CONNECT where transfer.systemError == ETIMEDOUT, CURLE_OPERATION_TIMEDOUT:
            self.init(.timedOut, "no connection came about in time")
        case CURLE_COULDNT_CONNECT:
            self.init(.unreachable, "the network does not reach it")
        case CURLE_SSL_CACERT_BADFILE:
            let file = DisplaySafeText.line(transfer.call.settings.certificateFile ?? "")
            self.init(.misconfigured, "the file of trusted authorities “\(file)” cannot be read")
        // A handshake can also end because the connection did.
        case CURLE_SSL_CONNECT_ERROR where [ECONNRESET, EPIPE].contains(transfer.systemError):
            self.init(.brokenOff, "the connection broke off")
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_USE_SSL_FAILED, CURLE_SSL_CLIENTCERT:
            self.init(.untrusted, "its certificate or encryption is not acceptable")
        case CURLE_BAD_CONTENT_ENCODING:
            self.init(.tooLarge, "its answer is compressed beyond reason, or wrongly")
        case CURLE_FILESIZE_EXCEEDED:
            self.init(.tooLarge, "its answer is too large")
        case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2,
            CURLE_HTTP2_STREAM, CURLE_HTTP3:
            self.init(.brokenOff, "the connection broke off")
        // What is no HTTP counts as HTTP 0.9, a protocol that is not allowed.
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL:
            self.init(.brokenOff, "its answer is not whole HTTP")
        default:
            self.init(.unreachable, "the exchange failed")
        }
    }

    /// What the failure means when it is the proxy's.
    private static func proxyError(_ code: CURLcode, of transfer: CurlTransfer) -> HTTPTransportError? {
        guard let proxy = transfer.proxy else { return nil }
        let variable = proxy.variable
        let status = transfer.tunnelStatus
        if status == 407 { return CurlTransfer.proxyWantsPassword }
        if status >= 300 {
            return HTTPTransportError(.unreachable, "the proxy in \(variable) does not lead there (\(status))")
        }
        switch code {
        case CURLE_COULDNT_RESOLVE_PROXY where !proxy.isReachable,
            CURLE_COULDNT_CONNECT where !proxy.isReachable && transfer.systemError == 0:
            return HTTPTransportError(
                .misconfigured,
                "the proxy in \(variable) has a port or a host that none can have; write http://host:port"
            )
        case CURLE_PROXY:
            return HTTPTransportError(.unreachable, "the proxy in \(variable) does not lead there")
        case CURLE_COULDNT_RESOLVE_PROXY:
            return HTTPTransportError(.unknownHost, "the name of the proxy in \(variable) is not known")
        // The value is not quoted: where it cannot be taken apart, a password cannot be told from the rest.
        case CURLE_COULDNT_CONNECT where transfer.systemError == 0, CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL:
            return HTTPTransportError(.misconfigured, "the proxy in \(variable) is no URL; write http://host:port")
        default:
            return nil
        }
    }
}

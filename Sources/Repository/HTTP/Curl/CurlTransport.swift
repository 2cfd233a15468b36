/// HTTP through libcurl, which is loaded and started for the first request.
///
/// Certificates are always verified, redirects are left to ``HTTPClient``, and a response may have at most 16 MB and at
/// most 25 times its size on the wire.
package final class CurlTransport: HTTPStreamingTransport {
    private let loop: CurlLoop
    private let settings: CurlSettings

    /// Creates a transport without loading or starting anything yet.
    ///
    /// - Parameters:
    ///   - sizeLimit: The maximum size of a response in bytes.
    ///   - proxies: The proxies to use, by default none. Environment variables aren't read here.
    ///   - connectTimeout: The time limit for connecting; 0 for no limit besides the request's own.
    ///   - idleTimeout: The time that a server may stay silent; 0 for no limit besides the request's own.
    ///   - certificateFile: A PEM file with the certificate authorities to trust instead of the system's.
    ///   - libraries: The file names of libcurl, if they aren't the usual ones.
    package init(
        sizeLimit: Int = 16 << 20,
        proxies: ProxySettings = .none,
        connectTimeout: Duration = .seconds(10),
        idleTimeout: Duration = .seconds(30),
        certificateFile: String? = nil,
        libraries: [String]? = nil
    ) {
        settings = CurlSettings(
            sizeLimit: sizeLimit,
            proxies: proxies,
            connectTimeout: connectTimeout,
            idleTimeout: idleTimeout,
            certificateFile: certificateFile
        )
        loop = CurlLoop(libraries: libraries ?? CurlLibrary.names)
    }

    deinit { loop.stop() }

    /// Cancels running requests and ends the thread within half a second; later requests fail.
    package func shutdown() async { await loop.end() }

    package func send(_ request: HTTPRequest, into receive: BodyReceiver?) async throws -> HTTPResponse {
        guard HTTPAddress(request.url).scheme != nil else {
            throw HTTPTransportError(.invalidURL, "the address isn't an http or https URL")
        }
        for (name, value) in request.headers.pairs where !Self.canBeSent(name: name, value: value) {
            throw HTTPTransportError(.misconfigured, "a header field contains a character that cannot be sent")
        }
        guard request.timeout > .zero else { throw HTTPTransportError(.timedOut, "there was no time left") }
        try Task.checkCancellation()
        let (answers, answer) = AsyncThrowingStream<HTTPResponse, any Error>.makeStream()
        let call = CurlCall(request, settings: settings, receiver: receive, answer: answer)
        answer.onTermination = { [loop] reason in
            guard case .cancelled = reason else { return }
            call.finish(.failure(CancellationError()))
            loop.wake()
        }
        loop.add(call)
        for try await response in answers { return response }
        throw CancellationError()
    }

    /// Whether the field only has valid characters; libcurl would send anything, even line breaks.
    private static func canBeSent(name: String, value: String) -> Bool {
        let isName = { (byte: UInt8) in byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: ":") }
        let isValue = { (byte: UInt8) in byte >= 0x20 && byte != 0x7F || byte == 0x09 }
        return !name.isEmpty && name.utf8.allSatisfy(isName) && value.utf8.allSatisfy(isValue)
    }
}

/// The settings shared by all requests of a transport.
struct CurlSettings: Sendable {
    var sizeLimit: Int
    var proxies: ProxySettings
    var connectTimeout: Duration
    var idleTimeout: Duration
    var certificateFile: String?
}

/// The proxies from environment variables, in the format that libcurl expects.
///
/// The choice of variables follows curl: `https_proxy` or `HTTPS_PROXY` for encrypted URLs, `http_proxy` for others,
/// `all_proxy` or `ALL_PROXY` for both. `http_proxy` must be lowercase, because a web server passes a request's `Proxy`
/// header to its programs as `HTTP_PROXY`.
public struct ProxySettings: Equatable, Sendable {
    /// No proxy: every server is contacted directly.
    public static let none = ProxySettings(environment: [:])

    /// A proxy, and the variable that specifies it.
    package struct Proxy: Equatable, Sendable {
        package let variable: String
        /// The value passed to libcurl; it may contain a password.
        package let text: String

        /// Whether the host and port are plausible for a proxy.
        var isReachable: Bool {
            let scheme = text.firstRange(of: "://")?.upperBound ?? text.startIndex
            let authority = text[scheme...].prefix { $0 != "/" }
            let server = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
            // Colons within brackets belong to the host.
            let host = server.hasPrefix("[") ? server.prefix { $0 != "]" } : server.prefix { $0 != ":" }
            let rest = server[host.endIndex...].drop { $0 == "]" }
            let hasPort = !rest.hasPrefix(":") || Int(rest.dropFirst()).map(HTTPAddress.ports.contains) ?? false
            return (1...HTTPAddress.hostLimit).contains(host.utf8.count) && hasPort
        }
    }

    private let http: Proxy?
    private let https: Proxy?
    /// The servers to contact directly, as listed in `no_proxy`.
    package let exemptions: String

    /// Reads the variables; libcurl parses their values for each request, so an invalid one affects no other command.
    public init(environment: [String: String]) {
        func first(_ names: String...) -> Proxy? {
            for name in names {
                // An empty variable counts as unset.
                if let text = environment[name], !text.isEmpty {
                    return Proxy(variable: name, text: Self.resolvingNamesRemotely(text))
                }
            }
            return nil
        }
        http = first("http_proxy", "all_proxy", "ALL_PROXY")
        https = first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
        exemptions = first("no_proxy", "NO_PROXY")?.text ?? ""
    }

    /// Returns the proxy for URLs with this scheme, regardless of the exemptions.
    package func proxy(scheme: String?) -> Proxy? { scheme == "https" ? https : http }

    /// Makes a SOCKS proxy resolve names: some are only known there, and a local lookup would reveal them.
    private static func resolvingNamesRemotely(_ text: String) -> String {
        for (local, remote) in [("socks5://", "socks5h://"), ("socks4://", "socks4a://"), ("socks://", "socks5h://")]
        where text.lowercased().hasPrefix(local) {
            return remote + text.dropFirst(local.count)
        }
        return text
    }
}

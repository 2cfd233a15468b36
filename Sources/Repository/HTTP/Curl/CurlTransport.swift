/// Real HTTP through libcurl, which is loaded and started with the first request.
///
/// Certificates are always verified, redirections are left to ``HTTPClient``, and an answer may have at most
/// 16 MB and be at most 25 times as large as it was on the wire.
package final class CurlTransport: HTTPStreamingTransport {
    private let loop: CurlLoop
    private let settings: CurlSettings

    /// Creates a transport that has not loaded or started anything yet.
    ///
    /// - Parameters:
    ///   - sizeLimit: The most bytes of an answer.
    ///   - proxies: The proxies to use; none unless they are given. The variables of the process are not read.
    ///   - connectTimeout: How long establishing a connection may take; 0 for as long as the request may take.
    ///   - idleTimeout: How long a server may send nothing; 0 for as long as the request may take.
    ///   - certificateFile: A PEM file with the authorities to trust in place of the system's.
    ///   - libraries: The file names of libcurl, where they are not the usual ones.
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

    /// Ends running requests and the thread within half a second; requests after that fail.
    package func shutdown() async { await loop.end() }

    package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await send(request, receiver: nil)
    }

    package func send(
        _ request: HTTPRequest,
        into receive: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool
    ) async throws -> HTTPResponse {
        try await send(request, receiver: receive)
    }

    private func send(_ request: HTTPRequest, receiver: CurlCall.Receiver?) async throws -> HTTPResponse {
        guard HTTPAddress(request.url).scheme != nil else {
            throw HTTPTransportError(.invalidURL, "the address is no http or https URL")
        }
        for (name, value) in request.headers.pairs where !Self.canBeSent(name: name, value: value) {
            throw HTTPTransportError(.misconfigured, "a field of the request has a character that cannot be sent")
        }
        guard request.timeout > .zero else { throw HTTPTransportError(.timedOut, "there was no time left") }
        try Task.checkCancellation()
        let (answers, answer) = AsyncThrowingStream<HTTPResponse, any Error>.makeStream()
        let call = CurlCall(request, settings: settings, receiver: receiver, answer: answer)
        answer.onTermination = { [loop] reason in
            guard case .cancelled = reason else { return }
            call.finish(.failure(CancellationError()))
            loop.wake()
        }
        loop.add(call)
        for try await response in answers { return response }
        throw CancellationError()
    }

    /// Whether libcurl would send the field as it is: it takes any bytes, line breaks included.
    private static func canBeSent(name: String, value: String) -> Bool {
        let isName = { (byte: UInt8) in byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: ":") }
        let isValue = { (byte: UInt8) in byte >= 0x20 && byte != 0x7F || byte == 0x09 }
        return !name.isEmpty && name.utf8.allSatisfy(isName) && value.utf8.allSatisfy(isValue)
    }
}

/// What all requests of a transport have in common.
struct CurlSettings: Sendable {
    var sizeLimit: Int
    var proxies: ProxySettings
    var connectTimeout: Duration
    var idleTimeout: Duration
    var certificateFile: String?
}

/// The proxies that environment variables name, in the words that libcurl reads.
///
/// The choice of the variable follows curl: `https_proxy` or `HTTPS_PROXY` for encrypted addresses, `http_proxy` for the
/// others, `all_proxy` or `ALL_PROXY` for both. `http_proxy` counts in lower case only, because a web server passes a
/// request's field `Proxy` to its programs as `HTTP_PROXY`.
public struct ProxySettings: Equatable, Sendable {
    /// No proxy: every server is reached directly.
    public static let none = ProxySettings(environment: [:])

    /// A proxy, and the variable that names it.
    package struct Proxy: Equatable, Sendable {
        package let variable: String
        /// What libcurl is given; it may hold a password.
        package let text: String

        /// Whether the host and the port can be those of a proxy, as far as the text tells.
        var isReachable: Bool {
            let scheme = text.firstRange(of: "://")?.upperBound ?? text.startIndex
            let authority = text[scheme...].prefix { $0 != "/" }
            let server = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
            // The colons within brackets belong to the host.
            let host = server.hasPrefix("[") ? server.prefix { $0 != "]" } : server.prefix { $0 != ":" }
            let rest = server[host.endIndex...].drop { $0 == "]" }
            let hasPort = !rest.hasPrefix(":") || Int(rest.dropFirst()).map(HTTPAddress.ports.contains) ?? false
            return (1...HTTPAddress.hostLimit).contains(host.utf8.count) && hasPort
        }
    }

    private let http: Proxy?
    private let https: Proxy?
    /// The servers that are reached directly, as `no_proxy` lists them.
    package let exemptions: String

    /// Takes the variables; libcurl reads their values when a request is sent, so that a wrong one harms no other command.
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

    /// The proxy for addresses of a scheme, unless the server is among the exemptions.
    package func proxy(scheme: String?) -> Proxy? { scheme == "https" ? https : http }

    /// Makes a SOCKS proxy resolve names: some are known only there, and a lookup here would reveal them.
    private static func resolvingNamesRemotely(_ text: String) -> String {
        for (local, remote) in [("socks5://", "socks5h://"), ("socks4://", "socks4a://"), ("socks://", "socks5h://")]
        where text.lowercased().hasPrefix(local) {
            return remote + text.dropFirst(local.count)
        }
        return text
    }
}
